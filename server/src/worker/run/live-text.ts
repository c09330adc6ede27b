import { setTimeout as delay } from 'node:timers/promises';
import { longestLiveText, publishText } from '../../jobs/run/live-text.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { Database } from '../../postgres/database.ts';
import type { WorkerLog } from '../services.ts';

/** A private key has about 3,300. */
const charactersLookedBack = 4_000;

/** How long the model's text is collected before it is published, except the first piece of a step. */
const gatherMilliseconds = 100;

/**
 * Publishes what a model writes while it writes it: the first piece of a step at once, then what has collected since.
 * Nobody waits for it and nothing depends on it: failures only go to the log.
 *
 * @param nextStep the number of the step that is being written. What is left over after that step is recorded is not
 *   published.
 * @returns what must be called before each model call; it returns the receiver of the call's text.
 */
export function liveText(
  services: { db: Database; log: WorkerLog },
  lease: Lease,
  nextStep: () => number,
  mask: Masking,
): () => (delta: string) => void {
  const of = { job: lease.jobId, epoch: lease.epoch };
  let before = '';

  /** Masks the text together with what came before it and keeps its length, because receivers count characters. */
  const withoutSecrets = async ({ offset, text }: { offset: number; text: string }): Promise<string> => {
    if (offset === 0) before = '';
    const whole = before + text;
    const [starred = ''] = await mask([whole], 'starred');
    const masked = starred.slice(before.length);
    before = whole.slice(-charactersLookedBack);
    return masked;
  };

  return gatherText({
    nextStep,
    publish: async (piece) => {
      try {
        await publishText(services.db, { ...of, ...piece, text: await withoutSecrets(piece) });
      } catch (error) {
        services.log.debug?.({ job: lease.jobId, err: error }, 'the text that the model is writing could not be sent');
      }
    },
    pause: async () => await delay(gatherMilliseconds, undefined, { ref: false }),
  });
}

/** Does the same with its dependencies as arguments. Neither `publish` nor `pause` may fail. */
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
    // Not faster than it can be published: what comes meanwhile is sent together.
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

/**
 * How many characters at the end may be the beginning of a key that is not complete yet. Ordinary words contain no
 * digits.
 */
function heldBack(text: string): number {
  const end = /[\w+/=.~-]*$/.exec(text.slice(-heldAtMost))?.[0] ?? '';
  return end.length >= 6 && /\d|_/.test(end) ? end.length : 0;
}
