import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** One action or observation. */
interface Entry {
  /** Milliseconds since the run began. */
  at: number;
  /** The job's id or the key by which a client knows it; undefined for what concerns all jobs. */
  about: string | undefined;
  text: string;
}

/** Everything that the rig did and observed, in order: written to a file, and shown for a job when a rule is broken. */
export interface History {
  note: (about: string | undefined, text: string) => void;
  /** Returns the last lines about any of these, with what concerns all jobs in between, oldest first. */
  of: (abouts: readonly (string | undefined)[], lines: number) => string[];
  file: string;
}

export function openHistory(folder: string, now: () => number): History {
  const file = path.join(folder, 'history.log');
  const start = now();
  const entries: Entry[] = [];
  return {
    file,
    note(about, text) {
      const entry = { at: now() - start, about, text };
      entries.push(entry);
      // Written at once: when the rig itself crashes, the last lines before that are the ones that matter.
      appendFileSync(file, `${format(entry)}\n`);
    },
    of(abouts, lines) {
      const chosen = entries.filter(({ about }) => about === undefined || abouts.includes(about));
      return chosen.slice(-lines).map(format);
    },
  };
}

function format({ at, about, text }: Entry): string {
  return `${(at / 1000).toFixed(3).padStart(9)} ${about ?? '-'} ${text}`;
}
