import { describe, expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { introduced, problems } = testDocs();

const vitepress = {
  '.vitepress/config.ts': "export default { base: '/docs/' };\n",
  'public/intro.mp4': 'x',
  'public/img/logo.svg': 'x',
  'guide/near.webm': 'x',
  'guide/a.md':
    '# A\n\n<video src="/intro.mp4" poster="/docs/img/logo.svg?x=1"></video>\n\n<video src="./near.webm"></video>\n\n<Shot image="/img/logo.svg" title="a.png" />\n',
};
const mintlify = {
  'docs.json': '{ "navigation": { "pages": ["a"] } }',
  'images/card.png': 'x',
  'a.mdx': '---\ntitle: A\ndescription: A\n---\n\n<Card img="/images/card.png" icon="flag" />\n',
};

describe('file-missing', () => {
  it('finds the unchanged page that shows a file which a change removed', async () => {
    expect(await problems(vitepress)).toEqual([]);
    expect(await problems(mintlify)).toEqual([]);
    const { 'public/img/logo.svg': _, ...without } = vitepress;
    expect(await introduced(vitepress, without)).toEqual([
      'guide/a.md:3 file-missing /docs/img/logo.svg?x=1',
      'guide/a.md:7 file-missing /img/logo.svg',
    ]);
    const { 'guide/near.webm': __, ...far } = vitepress;
    expect(await introduced(vitepress, far)).toEqual(['guide/a.md:5 file-missing ./near.webm']);
    const { 'images/card.png': ___, ...bare } = mintlify;
    expect(await introduced(mintlify, bare)).toEqual(['a.mdx:6 file-missing /images/card.png']);
  });

  it('finds a missing file that a changed page shows', async () => {
    const page = mintlify['a.mdx'].replace('card.png', 'cards.png');
    expect(await introduced(mintlify, { ...mintlify, 'a.mdx': page })).toEqual([
      'a.mdx:6 file-missing /images/cards.png',
    ]);
  });

  it('ignores links that are computed, generated, in code, to other sites or relative to a component', async () => {
    const page = [
      '# B',
      '<Shot image="near.png" /> <Shot :image="`/img/${name}.png`" />',
      '<Shot image="https://example.com/a.png" /> <Shot image="//example.com/a.png" />',
      '`<Shot image="/gone.png" />` <Shot image="/out/made.png" />',
      '```html\n<Shot image="/gone.png" />\n```',
    ].join('\n\n');
    const before = { ...vitepress, '.gitignore': 'public/out/\n' };
    expect(await introduced(before, { ...before, 'guide/b.md': page })).toEqual([]);
    const plain = { 'README.md': '# A\n\n<video src="/gone.mp4"></video>\n' };
    expect(await introduced({}, plain)).toEqual([]);
  });
});
