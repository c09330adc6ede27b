import { describe, expect, it } from 'vitest';
import { treeOf } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { engine, introduced } = testDocs();

const notice = '# Statics\n\nMoved [here](b.html#other),\nor [there][book]. See the [readme](../README.md).\n\n';
const site: Record<string, string> = {
  'book.toml': '[book]\ntitle = "B"\n',
  'src/SUMMARY.md': '# Summary\n\n- [A](a.md)\n',
  'src/a.md': '# A\n\n[gone](gone.html)\n',
  'README.md': '# Read me\n',
  'redirects/statics.md': `${notice}[book]: a.html#statics\n`,
};

function changed(from: string, to: string, path = 'redirects/statics.md'): Record<string, string> {
  return { ...site, [path]: (site[path] ?? '').replace(from, to) };
}

describe('a link of a file beside the site', () => {
  it('is not reported when a change gives it another target, if it led nowhere before', async () => {
    expect(await introduced(site, changed('b.html#other', 'c.html#other'))).toEqual([]);
    expect(await introduced(site, changed('a.html#statics', 'more-a.html#statics'))).toEqual([]);
    const twice = changed('b.html', 'c.html')['redirects/statics.md']?.replace('[there]', '[over\nthere]') ?? '';
    expect(await introduced(site, { ...site, 'redirects/statics.md': twice })).toEqual([]);
  });

  it('is reported as not judged in that case', async () => {
    const after = treeOf(changed('a.html#statics', 'more-a.html#statics'));
    const { coverage } = await engine.compare({ before: treeOf(site), after, folder: '' });
    expect(coverage.notJudged).toEqual([
      {
        because: 'their file is no page of the site, and from where it stands they led nowhere before either',
        count: 1,
        example: 'redirects/statics.md:6 more-a.html#statics',
      },
    ]);
  });

  it('is reported if it led somewhere before, or is new', async () => {
    expect(await introduced(site, changed('../README.md', '../READ.md'))).toEqual([
      'redirects/statics.md:4 link-broken ../READ.md',
    ]);
    expect(await introduced(site, changed('See', '[here](d.html) See'))).toEqual([
      'redirects/statics.md:4 link-broken d.html',
    ]);
    expect(await introduced(site, changed('See', '[New](d.html) See'))).toEqual([
      'redirects/statics.md:4 link-broken d.html',
    ]);
  });

  it('is reported on a page of the site, whatever was there before', async () => {
    expect(await introduced(site, changed('gone.html', 'lost.html', 'src/a.md'))).toEqual([
      'src/a.md:3 link-broken lost.html',
    ]);
  });
});
