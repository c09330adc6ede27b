import { setTimeout as delay } from 'node:timers/promises';
import { longestLiveText, publishText } from '../jobs/live-text.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Database } from '../postgres/database.ts';
import type { WorkerLog } from './services.ts';

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
): () => (delta: string) => void {
  const of = { job: lease.jobId, epoch: lease.epoch };
  return gatherText({
    nextStep,
    publish: async (piece) => {
      await publishText(services.db, { ...of, ...piece }).catch((error: unknown) => {
        services.log.debug?.({ job: lease.jobId, err: error }, 'what the model is writing could not be told');
      });
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
    const piece = { step, offset, text: gathered };
    offset += gathered.length;
    gathered = '';
    // Not faster than it can be told: what comes meanwhile goes out together.
    await Promise.all([options.publish(piece), options.pause()]);
    resting = false;
    sendWhatIsThere();
  };
  const sendWhatIsThere = (): void => {
    if (gathered !== '' && options.nextStep() === step) void send();
  };

  return () => {
    [step, offset, gathered] = [options.nextStep(), 0, ''];
    return (delta) => {
      gathered += delta.slice(0, Math.max(0, longestLiveText - offset - gathered.length));
      if (!resting) sendWhatIsThere();
    };
  };
}
