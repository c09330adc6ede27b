import { describe, expect, it } from 'vitest';
import type { Files } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { site } = testDocs();

/** Returns the verdict on a link to an anchor that nobody sees in the page, which uses a component. */
async function verdict(files: Files): Promise<string[]> {
  const { problems, coverage } = await site(files).check();
  return [
    ...problems.filter(({ rule }) => rule === 'anchor-broken').map(({ subject }) => `broken ${subject ?? ''}`),
    ...coverage.notJudged.map(({ because }) => because),
  ];
}

const vitepress = (component: string): Files => ({
  '.vitepress/config.ts': 'export default {}',
  'index.md': '# Home\n\n<VideoLink />\n\n[x](#hidden)\n',
  '.vitepress/theme/components/VideoLink.vue': component,
});

const docusaurus = (page: string, component: string): Files => ({
  'docusaurus.config.js': "export default { presets: [['classic', {}]] }",
  'docs/a.mdx': `${page}\n\n# A\n\n[x](#hidden)\n`,
  'src/components/video-link.tsx': component,
});

const mintlify = (anchor: string): Files => ({
  'docs.json': JSON.stringify({ navigation: { pages: ['a'] } }),
  'a.mdx': `---\ntitle: A\ndescription: d\n---\n<ParamField body="baseUrl" />\n\n[x](#${anchor})\n`,
});

const uses = (name: string) => `export const VideoLink = () => <${name} />;`;

const broken = ['broken #hidden'];
const doubtful = ['the component VideoLink may make anchors'];

describe('a component whose source is in the repository', () => {
  it('makes no anchors if it gives no element an id', async () => {
    const quiet =
      '<script setup lang="ts">const list = ref<Item>();</script>\n<template><a :href="link"><slot /></a></template>';
    expect(await verdict(vitepress(quiet))).toEqual(broken);
    expect(await verdict(vitepress('<template><h3 :id="slug">x</h3></template>'))).toEqual(doubtful);
    expect(await verdict(vitepress('<template><div v-html="text" /></template>'))).toEqual(doubtful);
  });

  it('is found by its import, or by its name in kebab case', async () => {
    const imported = "import { VideoLink } from '@site/src/components/video-link';\n\n<VideoLink />";
    const quiet = 'export const VideoLink = ({ href }) => <a href={href}>x</a>;';
    expect(await verdict(docusaurus(imported, quiet))).toEqual(broken);
    expect(await verdict(docusaurus('<VideoLink />', quiet))).toEqual(broken);
    expect(await verdict(docusaurus('<VideoLink />', quiet.replace('href=', 'id={x} href=')))).toEqual(doubtful);
    expect(await verdict(docusaurus("import VideoLink from 'some-package';\n\n<VideoLink />", quiet))).toEqual(
      doubtful,
    );
  });

  it('depends on the components it uses, and circular uses end', async () => {
    expect(await verdict(docusaurus('<VideoLink />', uses('VideoLink')))).toEqual(broken);
    expect(await verdict(docusaurus('<VideoLink />', uses('PlayIcon')))).toEqual(broken);
    expect(await verdict(docusaurus('<VideoLink />', uses('Chapter')))).toEqual(doubtful);
    const part = { 'src/Chapter.tsx': 'export const Chapter = () => <VideoLink />;' };
    expect(await verdict({ ...docusaurus('<VideoLink />', uses('Chapter')), ...part })).toEqual(broken);
  });

  it('may be defined in the page itself', async () => {
    const own = 'export const VideoLink = () => (\n  <a href="/">x</a>\n)\n\n<VideoLink />';
    expect(await verdict(docusaurus(own, ''))).toEqual(broken);
    expect(await verdict(docusaurus(own.replace('<a', '<a id={made()}'), ''))).toEqual(doubtful);
  });
});

describe('components of the site kind', () => {
  it('make anchors with a common prefix', async () => {
    expect(await verdict(mintlify('param-base-url'))).toEqual(['the component ParamField may make anchors']);
    expect(await verdict(mintlify('hidden'))).toEqual(broken);
  });
});
