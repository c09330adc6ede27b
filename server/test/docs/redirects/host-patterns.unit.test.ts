import { expect, test } from 'vitest';
import { treeOf } from '../memory-tree.ts';
import { testDocs } from '../support.ts';

const { engine, problems } = testDocs();

test('a pattern of the host redirects what it matches, and hides no other broken link', async () => {
  const redirects = [
    { source: '/docs/:version/why', destination: '/docs/a' },
    { source: '/docs/old-*', destination: '/docs/:splat' },
  ];
  const files = {
    'docusaurus.config.js': 'module.exports = { presets: [["classic", { docs: {} }]] };\n',
    'vercel.json': JSON.stringify({ redirects }),
    'docs/a.md': '# A\n\n[b](/docs/1.0/why) [c](/docs/old-a) [d](/docs/gone) [e](b.md)\n',
  };
  expect(await problems(files)).toEqual(['docs/a.md:3 link-broken /docs/gone', 'docs/a.md:3 link-broken b.md']);
});

test('an address is lost if no pattern of the host matches it, or only with a condition', async () => {
  const redirects = [
    { source: '/docs/:version/why', destination: '/docs/a' },
    { source: '/docs/kept/:rest*', destination: '/docs/a' },
    { source: '/docs/asked', destination: '/docs/a', has: [{ type: 'host', value: 'old.example.com' }] },
  ];
  const rest = {
    'docusaurus.config.js': 'module.exports = { presets: [["classic", { docs: {} }]] };\n',
    'vercel.json': JSON.stringify({ redirects }),
    'docs/a.md': '# A\n',
  };
  const before = { ...rest, 'docs/gone.md': '# G\n', 'docs/kept/one.md': '# O\n', 'docs/asked.md': '# Q\n' };
  const { warnings } = await engine.compare({ before: treeOf(before), after: treeOf(rest), folder: '' });
  expect(warnings.map(({ rule, subject }) => `${rule} ${subject}`).toSorted()).toEqual([
    'address-lost /docs/asked',
    'address-lost /docs/gone',
  ]);
});
