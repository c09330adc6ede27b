import { CopydeskError } from '@copydesk/contract/errors';
import type { Place, PlaceFinder, Replacement } from '../tree/tree.ts';
import type { SearchPool } from './search-pool.ts';

/** How long all calls of one finder may take together. */
const mostMilliseconds = 20_000;

/** How many characters a thread gets at once, as in a search. */
const taskCharacters = 512 * 1024;

/** Finds places in threads: for 500,000 letters on one line, `a{5000}` takes the engine half a minute. */
export function openPlaceFinder(pool: SearchPool, replacement: Replacement, signal?: AbortSignal): PlaceFinder {
  let left = mostMilliseconds;
  return {
    async find(texts, most) {
      const failed = new AbortController();
      const over = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]);
      const started = performance.now();
      const timer = setTimeout(() => failed.abort(), left);
      const find = async (some: readonly string[]): Promise<Place[][]> => {
        const answer = await pool.run({ kind: 'places', replacement, texts: some, most }, over);
        signal?.throwIfAborted();
        if (answer === 'ended') throw refusedError('It takes too long to find: make it simpler, or narrow path.');
        if (answer.kind === 'refused') throw refusedError(answer.reason);
        if (answer.kind !== 'places') throw new Error('a thread that searches answered something else');
        return answer.places;
      };
      try {
        return (await Promise.all(splitIntoTasks(texts).map(find))).flat();
      } finally {
        clearTimeout(timer);
        failed.abort();
        left -= performance.now() - started;
      }
    },
  };
}

/** Returns at least one task: a pattern that cannot be used is refused even when there is nothing to search. */
function splitIntoTasks(texts: readonly string[]): string[][] {
  const tasks: string[][] = [[]];
  let characters = 0;
  for (const text of texts) {
    if (characters >= taskCharacters) {
      tasks.push([]);
      characters = 0;
    }
    tasks.at(-1)?.push(text);
    characters += text.length;
  }
  return tasks;
}

function refusedError(reason: string): CopydeskError {
  return new CopydeskError('invalid_request', `${reason} Nothing was replaced.`);
}
