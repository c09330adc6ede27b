import { afterAll, expect, test } from 'vitest';
import { brought, closeEngine, sites } from './rig.ts';

afterAll(closeEngine);

test.each([
  ['braces', '{', '}'],
  ['brackets', '{[', ']}'],
])('MDX with %s a thousand deep is refused for that, before a parser reads it', async (_name, open, close) => {
  const text = `${open.repeat(1_001)}${close.repeat(1_001)}\n`;
  const found = await brought(sites.docusaurus, { 'docs/page.mdx': text });
  expect(found.map(({ kind, text: said }) => `${kind} ${said}`)).toEqual([
    expect.stringMatching(/^unreadable it is nested too deeply/),
  ]);
});
