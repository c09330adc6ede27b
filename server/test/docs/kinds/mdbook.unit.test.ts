import { describe, expect, it } from 'vitest';
import { testDocs } from '../support.ts';

const { problems, site } = testDocs();

const files = {
  'book/book.toml': '[book]\ntitle = "x"\n',
  'book/src/SUMMARY.md': '# Summary\n\n- [Front](README.md)\n- [Guide](guide/README.md)\n  - [Start](guide/start.md)\n',
  'book/src/README.md': '# Front\n',
  'book/src/guide/README.md': '# Guide\n',
  'book/src/guide/start.md': '# Start\n',
  'CONTRIBUTING.md': '# C\n',
};

/** A book with an unknown preprocessor, whose pages link to anchors that it creates. */
function withRules(links: string) {
  const page = `# Start\n\n## Usage\n\nr[names.scopes]\n\n[a](#r-names.scopes) [b](#r-names.one) [c](#r-names.two) ${links}\n`;
  return {
    ...files,
    'book/book.toml': '[book]\ntitle = "x"\n\n[preprocessor.rules]\n',
    'book/src/guide/start.md': page,
  };
}

describe('mdBook', () => {
  it.each([
    // The README of a folder becomes its index.
    ['[a](index.md) [b](../index.md)', []],
    ['[a](gone.md)', ['link-broken gone.md']],
    ['[a](start.html) [b](gone.html)', ['link-broken gone.html']],
    // Other books are published beside this one.
    ['[a](../../std/index.html) [b](../../rustc/lints.md)', []],
    ['[a](../../../CONTRIBUTING.md) [b](../../../CONTRIBUTE.md)', []],
    ['[a](../start.md)', ['link-broken ../start.md']],
  ])('judges %s', async (text, expected) => {
    const found = await problems({ ...files, 'book/src/guide/start.md': `# Start\n\n${text}\n` });
    expect(found).toEqual(expected.map((one) => `book/src/guide/start.md:3 ${one}`));
  });

  it('does not count links to another book, which is another site', async () => {
    const start = '# Start\n\n[a](../../std/index.html) [b](README.md)\n';
    const { coverage } = await site({ ...files, 'book/src/guide/start.md': start }).check();
    expect(coverage).toMatchObject({ links: 1, notJudged: [] });
  });

  it('does not judge anchors that begin like those of a preprocessor', async () => {
    expect(await problems(withRules(''))).toEqual([]);
    expect(await problems(withRules('[d](#usages) [e](#usage)'))).toEqual([
      'book/src/guide/start.md:7 anchor-broken #usages → #usage',
    ]);
  });
});
