import { expect, test } from 'vitest';
import { memoryTree } from './memory-tree.ts';
import { callTools } from './tools/call-tool.ts';

test('the event loop is free between the calls of a step', async () => {
  const tree = memoryTree({ 'docs/a.md': '# A\n' });
  const seen: boolean[] = [];
  let isServed = false;
  const busy = {
    read: async () => {
      for (const end = performance.now() + 10; performance.now() < end;);
      seen.push(isServed);
      return [];
    },
    pages: async () => [],
    missing: async () => [],
  };
  setImmediate(() => (isServed = true));
  const call = { tool: 'page_views', input: { paths: ['docs/a.md'] } };
  await callTools([call, call, call], tree, { pageViews: busy });
  expect(seen.at(-1)).toBe(true);
});
