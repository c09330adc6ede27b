import { describe, expect, it } from 'vitest';
import { testDocs } from '../support.ts';

const { problems, site } = testDocs();

const files = {
  'mkdocs.yml': 'site_name: x\nplugins:\n  - search\n  - mkdocstrings\n',
  'docs/index.md': '# Home\n\n[a](api.md#pkg.Thing) [b](api.md#usage) [c](prices.md#terms)\n',
  'docs/api.md': '# API\n\n## Usage\n\n::: pkg.Thing\n',
  'docs/commands.md': '# Commands\n\n::: mkdocs-click\n    :module: pkg.cli\n    :command: run\n',
  'docs/prices.md': '# Prices\n\n{{ table }}\n\n## Terms\n',
};

/** What is said of links on a page of its own. */
async function judged(text: string) {
  const { problems: found, coverage } = await site({ ...files, 'docs/guide.md': `# Guide\n\n${text}\n` }).check();
  return {
    broken: found.map(({ subject }) => subject),
    notJudged: coverage.notJudged.map(({ because, count }) => `${count} ${because}`),
  };
}

describe('MkDocs', () => {
  it('knows the anchors of what a page describes, and judges none that a program may give', async () => {
    expect(await judged('[a](api.md#pkg.Thing) [b](api.md#usage)')).toEqual({ broken: [], notJudged: [] });
    expect(await judged('[a](api.md#pkg.Thing.run) [b](api.md#pkg.Thing--examples) [c](commands.md#run-fast)')).toEqual(
      {
        broken: [],
        notJudged: ['3 the page takes in descriptions of programs'],
      },
    );
  });

  it('finds headings that are not there beside a description, since its anchors are paths of objects', async () => {
    expect(await judged('[a](api.md#use-it) [b](api.md#usage-of-it)')).toEqual({
      broken: ['api.md#use-it', 'api.md#usage-of-it'],
      notJudged: [],
    });
  });

  it('asks the links of the site what a value writes into a page', async () => {
    expect((await judged('[a](prices.md#discounts)')).notJudged).toEqual(['1 a program writes a part of the page']);
    const proven = '## One\n\n## Two\n\n[a](prices.md#one) [b](prices.md#two) [c](prices.md#discounts)\n';
    const found = await problems({ ...files, 'docs/prices.md': `${files['docs/prices.md']}\n${proven}` });
    expect(found).toEqual(['docs/prices.md:11 anchor-broken prices.md#discounts']);
  });
});
