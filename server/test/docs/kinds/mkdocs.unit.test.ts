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

/** Returns the verdicts on the links of a new page with this text. */
async function judged(text: string) {
  const { problems: found, coverage } = await site({ ...files, 'docs/guide.md': `# Guide\n\n${text}\n` }).check();
  return {
    broken: found.map(({ subject }) => subject),
    notJudged: coverage.notJudged.map(({ because, count }) => `${count} ${because}`),
  };
}

describe('MkDocs', () => {
  it('knows the anchors of described objects, and does not judge those that a program may add', async () => {
    expect(await judged('[a](api.md#pkg.Thing) [b](api.md#usage)')).toEqual({ broken: [], notJudged: [] });
    expect(await judged('[a](api.md#pkg.Thing.run) [b](api.md#pkg.Thing--examples) [c](commands.md#run-fast)')).toEqual(
      {
        broken: [],
        notJudged: ['3 the page includes descriptions of programs'],
      },
    );
  });

  it('accepts a page that is only a description as a page with a title', async () => {
    expect(await problems({ ...files, 'docs/thing.md': '::: pkg.Other\n' })).toEqual([]);
  });

  it('finds missing headings beside a description, whose anchors are paths of objects', async () => {
    expect(await judged('[a](api.md#use-it) [b](api.md#usage-of-it)')).toEqual({
      broken: ['api.md#use-it', 'api.md#usage-of-it'],
      notJudged: [],
    });
  });

  it('knows the anchors of tabs, alone and behind their headings', async () => {
    const tabs =
      '## Logo { #lg }\n\n=== ":octicons-image-16: Image"\n\n    x\n\n## More tabs\n\n=== "... or me"\n\n    y\n';
    const links = '[a](#lg-image) [b](#more-tabs--or-me) [c](#image) [d](#logo-image)';
    expect((await judged(`${tabs}\n${links}`)).broken).toEqual(['#logo-image']);
  });

  it('judges anchors in a page with a computed part by the links of the site', async () => {
    expect((await judged('[a](prices.md#discounts)')).notJudged).toEqual(['1 a program writes a part of the page']);
    const proven = '## One\n\n## Two\n\n[a](prices.md#one) [b](prices.md#two) [c](prices.md#discounts)\n';
    const found = await problems({ ...files, 'docs/prices.md': `${files['docs/prices.md']}\n${proven}` });
    expect(found).toEqual(['docs/prices.md:11 anchor-broken prices.md#discounts']);
  });
});

describe('MkDocs in several languages', () => {
  const translated = {
    'docs/en/mkdocs.yml':
      'site_name: x\nplugins:\n  search:\n  redirects:\n    redirect_maps:\n      old.md: index.md\nnav:\n  - index.md\n',
    'docs/en/docs/index.md': '# Home\n\n[a](index.md)\n',
    'docs/en/docs/img/logo.svg': '<svg/>',
    'docs/fr/mkdocs.yml': 'INHERIT: ../en/mkdocs.yml\n',
    'docs/fr/docs/index.md': '# Accueil\n\n[a](index.md) ![i](/img/logo.svg) ![j](img/logo.svg)\n',
  };

  it('reads an inherited configuration, and uses it where a translation has no value', async () => {
    expect(await site(translated, 'docs').check()).toMatchObject({ problems: [], coverage: { notJudged: [] } });
    const slip = { ...translated, 'docs/fr/docs/index.md': '# Accueil\n\n[a](indx.md)\n' };
    expect(await problems(slip, 'docs')).toEqual(['docs/fr/docs/index.md:3 link-broken indx.md']);
  });

  it('does not follow circular inheritance of configurations', async () => {
    const circle = { ...translated, 'docs/en/mkdocs.yml': 'INHERIT: ../fr/mkdocs.yml\n' };
    const { coverage } = await site({ ...circle, 'docs/fr/docs/index.md': '# A\n\n[x](gone.md)\n' }, 'docs').check();
    expect(coverage.notJudged).toMatchObject([{ because: 'its configuration cannot be read' }]);
  });

  it('serves each language’s folder below its name, and the default language at the root', async () => {
    const plugin =
      'plugins:\n  - i18n:\n      docs_structure: folder\n      languages:\n        - locale: en\n          default: true\n        - locale: fr\n';
    const inFolders = {
      'mkdocs.yml': `site_name: x\n${plugin}nav:\n  - index.md\n  - more.md\n`,
      'docs/en/index.md': '# Home\n\n[a](more.md)\n',
      'docs/en/more.md': '# More\n',
      'docs/fr/index.md': '# Accueil\n\n[a](more.md) [b](gone.md)\n',
    };
    expect(await problems(inFolders)).toEqual(['docs/fr/index.md:3 link-broken gone.md']);
    expect(await site(inFolders).address('docs/en/more.md')).toBe('/more');
    expect(await site(inFolders).address('docs/fr/index.md')).toBe('/fr');
  });
});
