import { describe, expect, it } from 'vitest';
import { absurdNesting } from '../../src/docs/parse/limits.ts';
import { readPage } from '../../src/docs/parse/page.ts';
import { testDocs } from './support.ts';

const { problems } = testDocs();

describe('no fault is reported for', () => {
  it('the end of a boxed comment in code, which is not nesting', () => {
    expect(absurdNesting(`# A\n\n\`\`\`\n    ${'*'.repeat(90)}/\n\`\`\`\n`)).toBeUndefined();
    expect(absurdNesting(`${'- '.repeat(90)}x`)).toContain('nested');
    expect(absurdNesting(`${'>'.repeat(90)}x`)).toContain('nested');
  });

  it('a definition that nothing refers to', async () => {
    expect(
      await problems({ 'a.md': '# A\n\n[used]\n\n[used]: gone.md\n[unused]: lost.md\n[mark]: #nowhere\n' }),
    ).toEqual(['a.md:5 link-broken gone.md']);
  });

  it('a placeholder in capitals, which is not a valid name in small letters', async () => {
    const links = '[a](ENGLISH_VERSION_URL) [b](what_is_it) [c](README_OLD.md)';
    expect(await problems({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': `# A\n\n${links}\n` })).toEqual([
      'docs/index.md:3 link-broken what_is_it',
      'docs/index.md:3 link-broken README_OLD.md',
    ]);
  });

  it('a link from a book to a book beside it', async () => {
    expect(
      await problems({
        'book/book.toml': '[book]\ntitle = "B"\n',
        'book/src/SUMMARY.md': '# Summary\n\n- [A](a.md)\n- [B](part/b.md)\n',
        'book/src/a.md': '# A\n[x](gone.md)\n',
        'book/src/part/b.md': '# B\n[other book](../../other/page.md) [x](../gone.md)\n',
      }),
    ).toEqual(['book/src/a.md:2 link-broken gone.md', 'book/src/part/b.md:2 link-broken ../gone.md']);
  });

  it('an anchor that comes from an attribute list, a tab, a hook or an emoji name', async () => {
    expect(readPage('## Path <small>x</small> { .big id=the-path }\n', 'pymdown').headings).toMatchObject([
      { id: 'the-path', text: 'Path x' },
    ]);
    expect(
      await problems({
        'mkdocs.yml': 'nav: [index.md, b.md]\n',
        'docs/index.md': `# I\n[a](b.md#the-path) [b](b.md#second-tab) [c](b.md#cache.size) [d](b.md#stars) [e](b.md#none)\n`,
        'docs/b.md':
          '# B\n\n## Path { id=the-path }\n\n### Stars :star: :star:\n\n#### <!-- setting cache.size -->\n\n=== "Second tab"\n\n    x\n',
      }),
    ).toEqual(['docs/index.md:2 anchor-broken b.md#none']);
  });

  it('a page with an include on a line of its own', async () => {
    expect(
      await problems({ 'a.md': '# A\n[x](b.md#from-part)\n', 'b.md': '# B\n\n!!!include(parts/one.md)!!!\n' }),
    ).toEqual([]);
  });

  it('a file for the code host', async () => {
    const files = {
      '.gitbook.yaml': 'root: ./\nstructure:\n  summary: docs/README.md\n',
      '.github/PULL_REQUEST_TEMPLATE.md': '[x](gone.md)\n',
      'docs/README.md': '# Contents\n\n- [A](a.md)\n- [Top](../top.md)\n- [Gone](gone.md)\n',
      'docs/a.md': '# A\n',
      'top.md': '# Top\n',
    };
    expect(await problems(files)).toEqual(['docs/README.md:5 navigation-missing-page gone.md']);
  });
});

describe('a suggestion', () => {
  it('is not made where several equal headings may be meant', async () => {
    expect(await problems({ 'a.md': '# A\n\n## Cache\n\n## Cache\n\n[x](#cache-2)\n' })).toEqual([
      'a.md:7 anchor-broken #cache-2',
    ]);
  });

  it('stays within the version of the page', async () => {
    const page = '# M\n[x](/docs/old/moved)\n';
    const files = {
      'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] }',
      'versions.json': '["1"]',
      'docs/old/a.md': page,
      'docs/new/moved.md': '# Moved\n',
      'versioned_docs/version-1/old/a.md': '# V\n[x](../old/moved.md)\n',
      'versioned_docs/version-1/new/moved.md': '# Moved\n',
    };
    expect(await problems(files)).toEqual([
      'docs/old/a.md:2 link-broken /docs/old/moved → /docs/next/new/moved',
      'versioned_docs/version-1/old/a.md:2 link-broken ../old/moved.md → ../new/moved.md',
    ]);
  });

  it('is never the page itself, nor the same page of another version', async () => {
    expect(
      await problems({
        'docusaurus.config.js': 'module.exports = { presets: [["classic", {}]] }',
        'versions.json': '["1"]',
        'docs/api/build.md': '# B\n[x](/docs/api/messages/build)\n',
        'versioned_docs/version-1/api/build.md': '# B\n',
      }),
    ).toEqual(['docs/api/build.md:2 link-broken /docs/api/messages/build']);
  });

  it('does not replace the address of another program by a page of the same name', async () => {
    expect(
      await problems({
        'docs.json': '{"navigation":{"pages":["start/install","start/a"]}}',
        'start/install.mdx': '---\ntitle: I\ndescription: d\n---\n',
        'start/a.mdx':
          '---\ntitle: A\ndescription: d\n---\n[a](/cookbook/web/install) [b](/start/deep/start/install) [c](/install)\n',
      }),
    ).toEqual([
      'start/a.mdx:5 link-broken /cookbook/web/install',
      'start/a.mdx:5 link-broken /start/deep/start/install → /start/install',
      'start/a.mdx:5 link-broken /install → /start/install',
    ]);
  });
});

describe('an address with a slash at its end', () => {
  it('prefers the index of the folder to a page of the same name', async () => {
    const files = {
      '.vitepress/config.ts': 'export default {}',
      'index.md': '# I\n[a](/part/#inside) [b](/part#beside) [c](./part/#beside)\n',
      'part.md': '# Beside\n',
      'part/index.md': '# Inside\n',
    };
    expect(await problems(files)).toEqual(['index.md:2 anchor-broken ./part/#beside']);
  });
});
