import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** One thing that was done or seen. */
interface Entry {
  /** Milliseconds since the run began. */
  at: number;
  /** The job's id or the key that a client knows it by; undefined for what concerns all. */
  about: string | undefined;
  text: string;
}

/** All that the rig did and saw, in its order: a file, and what is told of a job when a rule is broken. */
export interface History {
  note: (about: string | undefined, text: string) => void;
  /** The last lines about any of these, with what concerns all in between, oldest first. */
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
      // At once: the last lines before a crash of the rig itself are those that are needed.
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
