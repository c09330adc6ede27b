import { expect, test } from 'vitest';
import { openPlaceFinder } from '../../../src/workspace/search/place-finder.ts';
import { openSearchPool } from '../../../src/workspace/search/search-pool.ts';
import { memoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

test('other work continues while a pattern backtracks exponentially, and the model gets advice', async () => {
  const pool = openSearchPool({ threads: 1, timeoutMilliseconds: 1_000 });
  const tree = memoryTree({ 'a.md': 'a'.repeat(500_000) });
  tree.places = (replacement) => openPlaceFinder(pool, replacement);
  const done: string[] = [];
  const timer = setTimeout(() => done.push('other work'), 1);
  const answer = await callTool('replace_text', { find: 'a{5000}', replace: 'b', regex: true }, tree);
  done.push('replace_text');
  clearTimeout(timer);
  await pool.close();
  expect(done).toEqual(['other work', 'replace_text']);
  expect(answer).toEqual({
    ok: false,
    text: 'It takes too long to find: make it simpler, or narrow path. Nothing was replaced.',
  });
  expect(tree.text('a.md')).toBe('a'.repeat(500_000));
});
