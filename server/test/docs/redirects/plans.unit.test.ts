import { settingsFault } from '../../../src/docs/own-files/settings-change.ts';
import { describe, expect, it } from 'vitest';
import { kindsWith } from './kind-with-aliases.ts';
import { contents, testDocs, withPlan } from '../support.ts';
import { openDocs } from '../../../src/docs/engine.ts';
import { treeOf, type Files } from '../memory-tree.ts';

const { engine, site } = testDocs();

async function introduced(files: Files, changed: Files): Promise<string[]> {
  const trees = { before: treeOf(files), after: treeOf(changed), folder: '' };
  const { problems, warnings } = await engine.compare(trees);
  return [...problems, ...warnings].map(({ rule, message }) => `${rule} ${message}`);
}

const mkdocs = {
  'mkdocs.yml':
    'nav:\n  - index.md\n  - Guide:\n    - guide/a.md\n    - guide/b.md\nplugins:\n  - redirects:\n      redirect_maps:\n        older.md: guide/a.md#x # why\nextra:\n  start: guide/a/\n  home: /guide/a/\n',
  'docs/index.md': '# I\n[a](guide/a.md)\n',
  'docs/guide/a.md': '# A\n\n## X\n[b](b.md)\n',
  'docs/guide/b.md': '# B\n',
  'docs/api.rst': 'See :doc:`guide/a`.\n',
  'tools/check.py': "PAGE = 'docs/guide/a.md'\n",
};

describe('a move', () => {
  it('writes the redirect, points older ones again, fixes navigation and lists what is left', async () => {
    const plan = await site(mkdocs).planMove('docs/guide/a.md', 'docs/setup.md');
    expect(contents(plan)['mkdocs.yml']).toBe(
      'nav:\n  - index.md\n  - Guide:\n    - setup.md\n    - guide/b.md\nplugins:\n  - redirects:\n      redirect_maps:\n        older.md: setup.md#x # why\n        guide/a.md: setup.md\nextra:\n  start: guide/a/\n  home: /guide/a/\n',
    );
    // The rest of the settings is for people: with a change there, no part of the settings could be written.
    expect(settingsFault('mkdocs.yml', mkdocs['mkdocs.yml'], contents(plan)['mkdocs.yml'] ?? '')).toBeUndefined();
    expect(plan.redirects).toEqual([{ from: '/guide/a', to: '/setup', path: 'mkdocs.yml' }]);
    expect(plan.mentions).toEqual([
      { path: 'docs/api.rst', line: 1, text: 'See :doc:`guide/a`.' },
      { path: 'mkdocs.yml', line: 12, text: 'start: guide/a/' },
      { path: 'mkdocs.yml', line: 13, text: 'home: /guide/a/' },
      { path: 'tools/check.py', line: 1, text: "PAGE = 'docs/guide/a.md'" },
    ]);
    expect(await introduced(mkdocs, withPlan(mkdocs, plan))).toEqual([]);
  });

  it('reports mentions of a moved page in its own text under its new path', async () => {
    const files = {
      ...mkdocs,
      'docs/guide/b.md': '# B\n`docs/guide/b.md`, `docs/guide/b.md.bak` and `other/docs/guide/b.md`\n',
    };
    expect((await site(files).planMove('docs/guide/b.md', 'docs/b.md')).mentions).toEqual([
      { path: 'docs/b.md', line: 2, text: '`docs/guide/b.md`, `docs/guide/b.md.bak` and `other/docs/guide/b.md`' },
    ]);
  });

  it('there and back leaves no loop', async () => {
    const there = await site(mkdocs).planMove('docs/guide/a.md', 'docs/setup.md');
    const files = withPlan(mkdocs, there);
    const back = await site(files).planMove('docs/setup.md', 'docs/guide/a.md');
    expect(contents(back)['mkdocs.yml']).toContain(
      'redirect_maps:\n        older.md: guide/a.md#x # why\n        setup.md: guide/a.md\n',
    );
    expect(await introduced(files, withPlan(files, back))).toEqual([]);
  });

  it.each([
    [
      'Docusaurus',
      {
        'docusaurus.config.js':
          'module.exports = { baseUrl: "/d/", presets: [["classic", {}]], plugins: [["@docusaurus/plugin-client-redirects", { redirects: [{ from: "/docs/old", to: "/docs/a" }] }]] };\n',
        'docs/a.md': '# A\n',
      },
      ['docs/a.md', 'docs/b c.md'],
      'redirects: [{ from: "/docs/old", to: "/docs/b%20c" }, { from: "/docs/a", to: "/docs/b%20c" }]',
    ],
    [
      'Starlight',
      {
        'astro.config.mjs':
          "export default defineConfig({\n  base: '/d',\n  redirects: {\n    '/old/': '/d/a/',\n  },\n  integrations: [starlight({ title: 'x' })],\n});\n",
        'src/content/docs/a.md': '---\ntitle: A\n---\n',
      },
      ['src/content/docs/a.md', 'src/content/docs/b.md'],
      "redirects: {\n    '/old/': '/d/b/',\n    '/a/': '/d/b/',\n  }",
    ],
    [
      'GitBook',
      {
        '.gitbook.yaml': 'root: ./docs/\n',
        'docs/SUMMARY.md': '* [A](a.md)\n',
        'docs/a.md': '# A\n',
      },
      ['docs/a.md', 'docs/x/a.md'],
      'root: ./docs/\nredirects:\n  a: x/a.md\n',
    ],
    [
      'mdBook',
      {
        'book.toml': '[output.html.redirect]\n"/old/a.html" = "../a.html"\n',
        'src/SUMMARY.md': '- [A](a.md)\n',
        'src/a.md': '# A\n',
      },
      ['src/a.md', 'src/x/a.md'],
      '"/old/a.html" = "../x/a.html"\n"/a.html" = "x/a.html"\n',
    ],
    [
      'VitePress behind Netlify',
      { '.vitepress/config.ts': 'export default {};\n', 'netlify.toml': '[build]\n', 'a.md': '# A\n' },
      ['a.md', 'b.md'],
      '[build]\n\n[[redirects]]\n  from = "/a"\n  to = "/b"\n',
    ],
  ])('is written in the notation of %s', async (_, files: Files, [from = '', to = ''], expected) => {
    const plan = await site(files).planMove(from, to);
    expect(Object.values(contents(plan)).join('\n')).toContain(expected);
    expect(plan.lost).toEqual([]);
    expect(await introduced(files, withPlan(files, plan))).toEqual([]);
  });

  it('is reported as lost if the site has no redirects', async () => {
    const files = { '.vitepress/config.ts': 'export default {};\n', 'a.md': '# A\n' };
    expect((await site(files).planMove('a.md', 'b.md')).lost).toEqual(['/a']);
  });

  it('adds its old address to the front matter of kinds that read aliases there', async () => {
    const aliases = openDocs({ workers: 1, kinds: kindsWith('aliases') });
    const files = {
      'aliased.json': '{}',
      'a.md': '---\ntitle: A\n---\n# A\n',
      'b.md': '# B\n',
      'c.md': '+++\ntitle = "C"\naliases = ["/older"]\n+++\n',
      'd.md': '---\naliases:\n  - /first # kept\ntitle: D\n---\n',
    };
    const moved = async (from: string) =>
      contents(await aliases.of(treeOf(files), { folder: '' }).planMove(from, `x/${from}`))[`x/${from}`];
    expect(await moved('a.md')).toBe('---\ntitle: A\naliases:\n  - "/a"\n---\n# A\n');
    expect(await moved('b.md')).toBe('---\naliases:\n  - "/b"\n---\n\n# B\n');
    expect(await moved('c.md')).toBe('+++\ntitle = "C"\naliases = ["/older", "/c"]\n+++\n');
    expect(await moved('d.md')).toBe('---\naliases:\n  - /first # kept\n  - "/d"\ntitle: D\n---\n');
    await aliases.close();
  });

  it('moves a whole folder', async () => {
    const plan = await site(mkdocs).planMove('docs/guide', 'docs/manual');
    expect(plan.files).toEqual([
      { from: 'docs/guide/a.md', to: 'docs/manual/a.md' },
      { from: 'docs/guide/b.md', to: 'docs/manual/b.md' },
    ]);
    expect(contents(plan)).toMatchObject({
      'docs/index.md': '# I\n[a](manual/a.md)\n',
      'docs/manual/a.md': '# A\n\n## X\n[b](b.md)\n',
    });
    expect(plan.redirects.map(({ from, to }) => `${from} ${to}`)).toEqual(['/guide/a /manual/a', '/guide/b /manual/b']);
    expect(await introduced(mkdocs, withPlan(mkdocs, plan))).toEqual([]);
  });
});

describe('a removal', () => {
  it('reports lost addresses, and removes redirects that then have no target', async () => {
    const plan = await site(mkdocs).planDelete('docs/guide/a.md');
    expect(plan.lost).toEqual(['/older', '/guide/a']);
    expect(contents(plan)['mkdocs.yml']).toContain('redirect_maps:\n        {}');
    expect(await introduced(mkdocs, withPlan(mkdocs, plan))).toEqual([
      'address-lost The address /guide/a leads nowhere now and is not redirected. Redirects are kept in mkdocs.yml',
    ]);
  });

  it('redirects links and addresses to the page that replaces it', async () => {
    const plan = await site(mkdocs).planDelete('docs/guide/a.md', 'docs/guide/b.md');
    expect(contents(plan)).toMatchObject({ 'docs/index.md': '# I\n[a](guide/b.md)\n' });
    expect(contents(plan)['mkdocs.yml']).toContain(
      'older.md: guide/b.md # why\n        guide/a.md: guide/b.md\nextra:\n  start: guide/a/\n  home: /guide/a/\n',
    );
    expect(plan.lost).toEqual([]);
    await expect(site(mkdocs).planDelete('docs/guide/a.md', 'docs/none.md')).rejects.toThrow(
      'There is no page docs/none.md',
    );
    const elsewhere = await site(mkdocs).planDelete('docs/guide/a.md', 'https://example.com/a');
    expect(contents(elsewhere)['mkdocs.yml']).toContain('guide/a.md: "https://example.com/a"');
  });

  it('removes a whole folder', async () => {
    const plan = await site(mkdocs).planDelete('docs/guide');
    expect(contents(plan)).toMatchObject({ 'docs/index.md': '# I\na\n' });
    expect(contents(plan)['mkdocs.yml']).toContain('nav:\n  - index.md\nplugins:');
    expect(plan.files).toEqual([{ from: 'docs/guide/a.md' }, { from: 'docs/guide/b.md' }]);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, number) => [`docs/p${number}.md`, '']));
    await expect(site(many).planDelete('docs')).rejects.toThrow('at most 1000');
  });
});

describe('addresses of a language without a translation of the page', () => {
  const pages = 'src/content/docs';
  const page = '---\ntitle: T\n---\n';
  const starlight = {
    'astro.config.mjs':
      "export default { integrations: [starlight({ defaultLocale: 'root', locales: { root: {}, de: {}, fr: {}, hi: {} } })] };\n",
    [`${pages}/old.md`]: page,
    [`${pages}/de/old.md`]: page,
    [`${pages}/other.md`]: page,
    [`${pages}/fr/other.md`]: page,
    'public/_redirects': '/hi/older/ /hi/old/\n',
  };

  it('are redirected within the language when the page moves, and back', async () => {
    const there = await site(starlight).planMove(`${pages}/old.md`, `${pages}/new.md`);
    expect(contents(there)['public/_redirects']).toBe(
      '/hi/older/ /hi/new/\n/old/ /new/\n/fr/old/ /fr/new/\n/hi/old/ /hi/new/\n',
    );
    expect(there).toMatchObject({
      redirects: [{ from: '/old', to: '/new', path: 'public/_redirects', languages: 2 }],
      lost: [],
    });
    const back = await site(withPlan(starlight, there)).planMove(`${pages}/new.md`, `${pages}/old.md`);
    expect(contents(back)['public/_redirects']?.split('\n').toSorted()).toEqual(
      [
        '',
        '/fr/new/ /fr/old/',
        '/hi/new/ /hi/old/',
        '/hi/older/ /hi/old/',
        '/new/ /old/',
        '/de/new/ /de/old/',
      ].toSorted(),
    );
  });

  it('are redirected to the translation of the replacement, or out of the site', async () => {
    const plan = await site(starlight).planDelete(`${pages}/old.md`, '/other/');
    expect(contents(plan)['public/_redirects']).toBe(
      '/hi/older/ /hi/other/\n/old/ /other/\n/fr/old/ /fr/other/\n/hi/old/ /hi/other/\n',
    );
    const away = await site(starlight).planDelete(`${pages}/old.md`, 'https://example.org/');
    expect(contents(away)['public/_redirects']).toContain('/fr/old/ https://example.org/\n');
  });

  it('need no redirect if each language is built as a site of its own', async () => {
    const plugin = '["@docusaurus/plugin-client-redirects", { redirects: [{ from: "/docs/x", to: "/docs/b" }] }]';
    const files = {
      'docusaurus.config.js': `module.exports = { presets: [["classic", {}]], plugins: [${plugin}] };\n`,
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
      'i18n/fr/docusaurus-plugin-content-docs/current/b.md': '# B\n',
    };
    const plan = await site(files).planMove('docs/a.md', 'docs/c.md');
    expect(plan.redirects).toEqual([{ from: '/docs/a', to: '/docs/c', path: 'docusaurus.config.js' }]);
    const { 'docusaurus.config.js': config, ...others } = files;
    const hosted = {
      ...others,
      'docusaurus.config.js': config.replace(plugin, ''),
      'static/_redirects': '/x /docs/b\n',
    };
    expect(contents(await site(hosted).planMove('docs/a.md', 'docs/c.md'))['static/_redirects']).toBe(
      '/x /docs/b\n/docs/a /docs/c\n/fr/docs/a /fr/docs/c\n',
    );
  });
});

describe('a redirect', () => {
  it('leads to the address of a language if the original replaces its page', async () => {
    const config = "starlight({ defaultLocale: 'root', locales: { root: {}, hi: {} } })";
    const files = {
      'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { integrations: [${config}] };\n`,
      'src/content/docs/new.md': '---\ntitle: T\n---\n',
      'src/content/docs/hi/start.md': '---\ntitle: T\n---\n',
      'public/_redirects': '/a/ /new/\n',
    };
    const written = async (from: string, to: string) =>
      contents(await site(files).planRedirect(from, to))['public/_redirects'];
    expect(await written('/hi/old/', '/hi/new/')).toContain('/hi/old/ /hi/new/\n');
    expect(await written('/old/', '/new/')).toContain('/old/ /new/\n');
  });

  it('redirects an address that is not a page', async () => {
    const plan = await site(mkdocs).planRedirect('/gone', '/guide/b');
    expect(contents(plan)['mkdocs.yml']).toContain('        gone.md: guide/b.md\n');
    expect(plan.redirects).toEqual([{ from: '/gone', to: '/guide/b', path: 'mkdocs.yml' }]);
    expect(contents(await site(mkdocs).planRedirect('older', 'docs/guide/b.md'))['mkdocs.yml']).toContain(
      'older.md: guide/b.md # why\n',
    );
  });

  it.each([
    ['from a page that is there', '/guide/a', '/guide/b', /is a page that is there/],
    ['to no page', '/gone', '/nowhere', /There is no page/],
    ['from what a shell would run', '/$(id)', '/guide/b', /a shell or a template may run/],
    ['from a template', '/%7B%7B x }}', '/guide/b', /a shell or a template may run/],
    ['to itself', '/gone', '/gone/', /^\/gone cannot lead to itself/],
    ['to what leads there', '/gone', '/further', /^\/further leads to \/gone already, .* in a circle/],
  ])('%s is refused', async (_, from, to, message) => {
    const more = mkdocs['mkdocs.yml'].replace(
      'older.md',
      'further.md: mid.md\n        mid.md: gone.md\n        older.md',
    );
    const files = { ...mkdocs, 'mkdocs.yml': more };
    await expect(site(files).planRedirect(from, to)).rejects.toThrow(message);
  });

  it('redirects the address of a removed page, given by its path', async () => {
    const plan = await site(mkdocs).planRedirect('docs/guide/was.md', '/guide/b');
    expect(plan.redirects).toEqual([{ from: '/guide/was', to: '/guide/b', path: 'mkdocs.yml' }]);
    const again = await site(withPlan(mkdocs, plan)).planRedirect('/guide/was', 'docs/guide/b.md');
    expect(again.edits).toEqual([]);
  });

  it('is refused if the site has no place for redirects, and cannot insert code into a module', async () => {
    const files = { '.vitepress/config.ts': 'export default {};\n', 'a.md': '# A\n' };
    await expect(site(files).planRedirect('/x', '/a')).rejects.toThrow('no place to write redirects');
    const astro = {
      'astro.config.mjs':
        'export default { redirects: { [`/a`]: `/b`, "/c": `/d` }, integrations: [starlight({})] };\n',
      'src/content/docs/a.md': '---\ntitle: A\n---\n',
    };
    const plan = site(astro).planRedirect('/`${process.exit()}', 'https://example.com/`${process.exit()}`');
    await expect(plan).rejects.toThrow('a shell or a template may run');
  });
});

it('is not written for a move without redirects', async () => {
  const plan = await site(mkdocs).planMove('docs/guide/a.md', 'docs/setup.md', { redirect: false });
  expect(plan.redirects).toEqual([]);
  expect(plan.lost).toContain('/guide/a');
});
