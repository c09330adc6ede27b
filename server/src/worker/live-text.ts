import { setTimeout as delay } from 'node:timers/promises';
import { longestLiveText, publishText } from '../jobs/live-text.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Masking } from '../leaks/masking.ts';
import type { Database } from '../postgres/database.ts';
import type { WorkerLog } from './services.ts';

/** A private key has some 3,300. */
const charactersLookedBack = 4_000;

/** How long what a model writes is gathered before it is told, but for the first of it. */
const gatherMilliseconds = 100;

/**
 * Tells whoever listens what a model writes, while it does: the first of a step at once, then what has gathered since.
 * Nobody waits for it, and nothing depends on it: what fails is told to the log alone.
 *
 * @param nextStep the number of the step that is being written: what is left over when that was recorded is not told.
 * @returns what is to be called before each model call, and answers where its text goes.
 */
export function liveText(
  services: { db: Database; log: WorkerLog },
  lease: Lease,
  nextStep: () => number,
  mask: Masking,
): () => (delta: string) => void {
  const of = { job: lease.jobId, epoch: lease.epoch };
  let before = '';

  /** Seen with what came before it, and as long as it was: those who listen count characters. */
  const withoutSecrets = async ({ offset, text }: { offset: number; text: string }): Promise<string> => {
    if (offset === 0) before = '';
    const whole = before + text;
    const [starred = ''] = await mask([whole], 'starred');
    const told = starred.slice(before.length);
    before = whole.slice(-charactersLookedBack);
    return told;
  };

  return gatherText({
    nextStep,
    publish: async (piece) => {
      try {
        await publishText(services.db, { ...of, ...piece, text: await withoutSecrets(piece) });
      } catch (error) {
        services.log.debug?.({ job: lease.jobId, err: error }, 'what the model is writing could not be told');
      }
    },
    pause: async () => await delay(gatherMilliseconds, undefined, { ref: false }),
  });
}

/** The same with what it uses handed in. Neither `publish` nor `pause` may fail. */
export function gatherText(options: {
  nextStep: () => number;
  publish: (piece: { step: number; offset: number; text: string }) => Promise<void>;
  pause: () => Promise<void>;
}): () => (delta: string) => void {
  let step = 0;
  let offset = 0;
  let gathered = '';
  let resting = false;

  const send = async (): Promise<void> => {
    resting = true;
    const text = gathered.slice(0, gathered.length - heldBack(gathered));
    const piece = { step, offset, text };
    offset += text.length;
    gathered = gathered.slice(text.length);
    // Not faster than it can be told: what comes meanwhile goes out together.
    await Promise.all([options.publish(piece), options.pause()]);
    resting = false;
    sendWhatIsThere();
  };
  const sendWhatIsThere = (): void => {
    if (gathered.length > heldBack(gathered) && options.nextStep() === step) void send();
  };

  return () => {
    [step, offset, gathered] = [options.nextStep(), 0, ''];
    return (delta) => {
      gathered += delta.slice(0, Math.max(0, longestLiveText - offset - gathered.length));
      if (!resting) sendWhatIsThere();
    };
  };
}

const heldAtMost = 400;

/** How many characters at the end may be the beginning of a key, whose rest is not written yet: no word has digits in it. */
function heldBack(text: string): number {
  const end = /[\w+/=.~-]*$/.exec(text.slice(-heldAtMost))?.[0] ?? '';
  return end.length >= 6 && /\d|_/.test(end) ? end.length : 0;
}
