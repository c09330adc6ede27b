import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { openPlaceFinder } from '../../../src/workspace/search/place-finder.ts';
import { openSearchPool, type SearchPool } from '../../../src/workspace/search/search-pool.ts';
import type { Replacement } from '../../../src/workspace/tree/tree.ts';

const letters = 'a'.repeat(1024 * 1024);

async function withPool(timeoutMilliseconds: number, work: (pool: SearchPool) => Promise<void>): Promise<void> {
  const pool = openSearchPool({ threads: 2, timeoutMilliseconds });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

function pattern(find: string, more: Partial<Replacement> = {}): Replacement {
  return { find, replace: 'b', regex: true, ignoreCase: false, words: false, ...more };
}

const refused = (detail: string) => (error: unknown) =>
  isCopydeskError(error) && error.code === 'invalid_request' && error.message.includes(detail);

// With the repetitions expanded, each letter is tried against thousands of states: that takes minutes for a megabyte.
test.each(['a{5000}', '.{0,3000}b', '(?i)(a{0,40}){0,100}b'])(
  'a search for %s that takes too long is given up, and does not block other work',
  async (find) => {
    await withPool(2_000, async (pool) => {
      const found = openPlaceFinder(pool, pattern(find)).find([letters, letters], 1_000);
      const ended = found.then(
        () => 'found',
        (error: unknown) => (refused('It takes too long to find')(error) ? 'given up' : error),
      );
      const timers = (async () => {
        for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
        return 'other work';
      })();
      expect(await Promise.race([ended, timers])).toBe('other work');
      expect(await ended).toBe('given up');
    });
  },
);

test('a finder whose signal aborted finds nothing more, and another finder works', async () => {
  await withPool(600_000, async (pool) => {
    const stopped = new AbortController();
    const found = openPlaceFinder(pool, pattern('a{5000}'), stopped.signal).find([letters], 10);
    stopped.abort(new Error('the job was cancelled'));
    await expect(found).rejects.toThrow('the job was cancelled');
    expect(await openPlaceFinder(pool, pattern('b+')).find(['abba', 'a'], 10)).toEqual([
      [{ start: 1, end: 3, text: 'b' }],
      [],
    ]);
  });
});

test('matches belong to the right texts, in any number of tasks', async () => {
  await withPool(600_000, async (pool) => {
    const texts = Array.from({ length: 9 }, (_, index) => `${'a'.repeat(200_000)}${'b'.repeat(index)}`);
    const found = await openPlaceFinder(pool, pattern('b', { regex: false, replace: 'c' })).find(texts, 100);
    expect(found.map((places) => places.length)).toEqual(texts.map((_, index) => index));
    expect(found[1]).toEqual([{ start: 200_000, end: 200_001, text: 'c' }]);
  });
});

test.each<[string, Replacement, string]>([
  ['too many places', pattern('a', { regex: false }), 'There are over 10 places'],
  ['a replacement that fills the memory', pattern('(a+)', { replace: '$1'.repeat(5_000) }), 'too long'],
  ['a replacement of megabytes', pattern('x', { replace: 'y'.repeat(200_000) }), 'over 100,000 characters'],
  ['a pattern that is too large', pattern(String.raw`(\w{1000}){1000}`), 'The pattern cannot be used'],
])('%s is refused', async (_, replacement, detail) => {
  await withPool(600_000, async (pool) => {
    await expect(openPlaceFinder(pool, replacement).find([letters], 10)).rejects.toSatisfy(refused(detail));
  });
});

test('marker characters in a text do not move a match', async () => {
  await withPool(600_000, async (pool) => {
    const text = '\u00010\u0002 v1 \u00011\u0002';
    const places = await openPlaceFinder(pool, pattern(String.raw`v(\d)`, { replace: 'w$1' })).find([text], 10);
    expect(places).toEqual([[{ start: 4, end: 6, text: 'w1' }]]);
  });
});
