import { expect, test } from 'vitest';
import { testDocs } from '../support.ts';

const { problems } = testDocs();

test('a pattern of the host leads on what it fits, and hides no other broken link', async () => {
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
