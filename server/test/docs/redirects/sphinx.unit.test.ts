import { describe, expect, it } from 'vitest';
import { treeOf, type Files } from '../memory-tree.ts';
import { contents, testDocs, withPlan } from '../support.ts';

const { engine, site } = testDocs();

async function introduced(files: Files, changed: Files): Promise<string[]> {
  const { problems, warnings } = await engine.compare({ before: treeOf(files), after: treeOf(changed), folder: '' });
  return [...problems, ...warnings].map(({ rule, message }) => `${rule} ${message}`);
}

describe('redirects of a Sphinx site', () => {
  const sphinx = {
    'docs/conf.py': 'extensions = ["myst_parser", "sphinxext.rediraffe"]\nrediraffe_redirects = "redirects.txt"\n',
    'docs/index.md': '# Home\n\n```{toctree}\nguide/a\nguide/b\n```\n',
    'docs/guide/a.md': '# A\n',
    'docs/guide/b.md': '# B\n',
    'docs/redirects.txt': '"old/a.md" "guide/a.md"\n"gone.md" "guide/b.md"\n',
  };

  it('are pairs of sources in the file that conf.py names, without anchors', async () => {
    const plan = await site(sphinx).planTransfer({ from: 'docs/guide/a.md', to: 'docs/guide/b.md' });
    expect(contents(plan)['docs/redirects.txt']).toBe(
      '"old/a.md" "guide/b.md"\n"gone.md" "guide/b.md"\n"guide/a.md" "guide/b.md"\n',
    );
    expect(plan.redirects).toEqual([{ from: '/guide/a.html', to: '/guide/b.html', path: 'docs/redirects.txt' }]);
    expect(await introduced(sphinx, withPlan(sphinx, plan))).toEqual([]);
  });

  it('are removed for a page that moves to their address, and are written once', async () => {
    const plan = await site(sphinx).planMove('docs/guide/b.md', 'docs/gone.md');
    const moved = withPlan(sphinx, plan);
    expect(moved['docs/redirects.txt']).toBe('"old/a.md" "guide/a.md"\n"guide/b.md" "gone.md"\n');
    expect(await introduced(sphinx, moved)).toEqual([]);
    const again = await site(moved).planRedirect('docs/guide/b.md', 'docs/guide/a.md');
    expect(contents(again)['docs/redirects.txt']).toBe('"old/a.md" "guide/a.md"\n"guide/b.md" "guide/a.md"\n');
  });

  it('match without .html in files of a host, too', async () => {
    const { 'docs/redirects.txt': _, ...rest } = sphinx;
    const hosted = {
      ...rest,
      'docs/conf.py': 'extensions = ["myst_parser"]\n',
      'docs/_redirects': '/x /guide/a 301\n',
    };
    const plan = await site(hosted).planMove('docs/guide/b.md', 'docs/c.md');
    expect(contents(plan)['docs/_redirects']).toContain('/guide/b.html /c.html 301');
    expect(await introduced(hosted, withPlan(hosted, plan))).toEqual([]);
  });
});
