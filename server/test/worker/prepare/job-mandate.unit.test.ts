import { describe, expect, test } from 'vitest';
import { jobMandate } from '../../../src/worker/prepare/job-mandate.ts';

interface Given {
  folder?: string;
  allow?: string[];
  files?: Record<string, string>;
  siteFolders?: string[];
  plugins?: string[];
}

/** Returns why a path may not get a text, or, when the text is null, may not be removed. */
function fault(
  path: string,
  text: string | null,
  { folder = 'docs', allow = [], files = {}, siteFolders = [], plugins = [] }: Given = {},
) {
  const texts = new Map(Object.entries(files));
  const placesOf = (content: Uint8Array) =>
    [...texts].flatMap(([place, its]) => (its === new TextDecoder().decode(content) ? [place] : []));
  const ground = { has: (other: string) => texts.has(other), texts, siteFolders, plugins, placesOf };
  const refuse = jobMandate({ docsFolder: folder, allow }, ground);
  return refuse(path, text === null ? undefined : new TextEncoder().encode(text));
}

const navigation = "module.exports = { docs: ['a'] };\n";
const mkdocs = 'nav: [a.md]\nhooks: [a.py]\n';
const vercel = '{ "cleanUrls": true }';
const typed = "import type { MetaRecord } from 'nextra';\n\n";

describe('what a job may write', () => {
  test.each([
    ['docs/guide.md', '# Guide\n', {}],
    ['docs/guide.md', null, { files: { 'docs/guide.md': 'x' } }],
    ['mkdocs.yml', mkdocs.replace('a.md', 'b.md'), { files: { 'mkdocs.yml': mkdocs } }],
    ['SUMMARY.md', '- [A](a.md)', { files: { 'SUMMARY.md': '' } }],
    ['docs.json', '{}', { files: { 'docs.json': '{ "a": 1 }' } }],
    [
      'site/sidebars.js',
      navigation.replace("'a'", "'b'"),
      { folder: 'site/docs', files: { 'site/sidebars.js': navigation } },
    ],
    [
      'website/sidebars.js',
      navigation.replace("'a'", "'b'"),
      { siteFolders: ['website'], files: { 'website/sidebars.js': navigation } },
    ],
    [
      'astro.sidebar.ts',
      navigation.replace("'a'", "'b'"),
      { folder: 'src/content', files: { 'astro.sidebar.ts': navigation } },
    ],
    ['website/static/_redirects', '/a /b\n', { siteFolders: ['website'], files: { 'website/static/_redirects': '' } }],
    ['docs/_redirects', '/a /b\n', {}],
    ['docs/_redirects', null, { files: { 'docs/_redirects': '/a /b\n' } }],
    ['docs/guide/_meta.ts', "export default { a: 'A' };\n", {}],
    ['docs/guide/_meta.tsx', `${typed}const meta: MetaRecord = { a: { title: 'A' } };\n\nexport default meta;\n`, {}],
    ['docs/guide/_meta.ts', `${typed}export const meta: MetaRecord = {};\n\nexport default meta;\n`, {}],
    ['docs/guide/_meta.ts', null, { files: { 'docs/guide/_meta.ts': "import 'a';\n" } }],
    [
      'vercel.json',
      '{ "cleanUrls": true, "redirects": [{ "source": "/a", "destination": "/b" }] }',
      { files: { 'vercel.json': vercel } },
    ],
    ['src/example.ts', 'run();\n', { allow: ['src/**'] }],
    ['docs/conf.py', 'run()\n', { allow: ['docs/conf.py'], files: { 'docs/conf.py': '' } }],
    ['mkdocs.yml', 'hooks: [b.py]\n', { allow: ['mkdocs.yml'], files: { 'mkdocs.yml': mkdocs } }],
  ] as const)('%s', (path, text, given) => {
    expect(fault(path, text, given as Given)).toBeUndefined();
  });

  test.each([
    [
      'README.md',
      '',
      /^it is outside of the docs folder "docs"\. What may be written: prose, images and data in docs\//,
    ],
    ['docs/a.py', '', /^it is neither prose/],
    ['docs/conf.py', '', /^it is obeyed by builds \(conf\.py\)/],
    ['.woodpecker.yml', '', /^it is obeyed by continuous integration/],
    ['mkdocs.yml', mkdocs.replace('a.py', 'b.py'), /^it configures what builds the site, .* may change: more than/],
    ['mkdocs.yml', null, /^it is obeyed by builds/],
    ['docs/mkdocs.yml', 'hooks: [b.py]\n', /^it is obeyed by builds/],
    ['site/.vitepress/config.ts', '', /^it is outside/],
    ['sidebars.js', `${navigation}run();\n`, /^it is a program, .* may change: more than/],
    ['sidebars.js', null, /^it is outside/],
    ['docs/sidebars.js', navigation, /^it is neither prose/],
    ['docs/_meta.js', "import 'a';\nexport default {};\n", /^it is a program/],
    ['docs/_meta.js', 'const meta = { a: run() };\nexport default meta;\n', /^it is a program/],
    ['docs/_meta.js', 'const meta = {};\nrun();\nexport default meta;\n', /^it is a program/],
    ['docs/_meta.js', 'const { a = run() } = {};\nexport default a;\n', /^it is a program/],
    ['docs/_meta.js', "export * from 'evil';\nexport default {};\n", /^it is a program/],
    ['docs/_meta.js', "export { default } from 'evil';\n", /^it is a program/],
    ['docs/_meta.ts', 'let meta = {};\nexport default (meta = run);\n', /^it is a program/],
    ['docs/_redirects', '/* https://evil.example/:splat 200\n', /^it is what the host leads readers on by/],
    ['vercel.json', '{ "cleanUrls": false }', /^it configures the host, .* may change: more than/],
    ['vercel.json', null, /^it is obeyed by hosts/],
    ['docs/vercel.json', '{ "redirects": [] }', /^it is obeyed by hosts/],
    ['SUMMARY.md', '', /^it is outside/],
    ['src/config.ts', '', /^it is outside/],
  ] as const)('not %s with %j', (path, text, why) => {
    const files = { 'mkdocs.yml': mkdocs, 'sidebars.js': navigation, 'vercel.json': vercel, 'src/config.ts': '' };
    expect(fault(path, text, { files })).toMatch(why);
    expect(fault(path, text, { files, allow: ['other/**'] })).toMatch(why);
  });

  test.each([
    ['docs/guide/a.html', 'docs/manual/a.html'],
    ['docs/guide/a.html', 'docs/guide/b.HTML'],
    ['docs/guide/Sample', 'docs/manual/Sample'],
    ['docs/components/a.vue', 'docs/new/components/a.vue'],
    ['docs/a.py', 'docs/a.py'],
  ])('a file of another kind may move unchanged from %s to %s, and may be deleted', (from, to) => {
    const files = { [from]: 'as it is', 'docs/other.js': 'other' };
    expect(fault(to, 'as it is', { files })).toBeUndefined();
    expect(fault(from, null, { files })).toBeUndefined();
    expect(fault(to, 'as it is!', { files })).toMatch(/^it is neither prose/);
  });

  test.each([
    ['docs/a.html', 'docs/a.js'],
    ['docs/a.html', 'a.html'],
    ['a.html', 'docs/a.html'],
    ['docs/a.js', 'docs/theme/a.js'],
    ['docs/a.js', 'docs/Plugins/a.js'],
    ['docs/a.js', 'docs/.vitepress/theme/index.js'],
    ['docs/a.vue', 'docs/.vitepress/a.vue'],
    ['docs/.vitepress/a.vue', 'docs/a.vue'],
    ['docs/a.js', 'docs/sidebars.js'],
    ['docs/a.js', 'docs/gulpfile.js'],
    ['docs/gulpfile.js', 'docs/a.js'],
    ['docs/a.py', 'docs/conf.py'],
    ['docs/Sample', 'docs/Makefile'],
    ['docs/a.js', 'docs/other.js'],
  ])('no file of another kind goes from %s to %s', (from, to) => {
    const files = { [from]: 'as it is', 'docs/other.js': 'other' };
    expect(fault(to, 'as it is', { files })).toMatch(/^it is /);
  });

  test.each([
    'docs/.vitepress/theme/a.vue',
    'docs/sidebars.js',
    'docs/.vitepress/theme/index.js',
    'docs/gulpfile.js',
    'a.py',
  ])('%s may not be removed', (path) =>
    expect(fault(path, null, { files: { [path]: 'as it is' } })).toMatch(/^it is /),
  );

  test('a file of the site that is no longer text may not be written', () => {
    const ground = {
      has: () => true,
      texts: new Map([['vercel.json', vercel]]),
      siteFolders: [],
      plugins: [],
      placesOf: () => [],
    };
    const refuse = jobMandate({ docsFolder: '', allow: [] }, ground);
    expect(refuse('vercel.json', new Uint8Array([0x7b, 0xff, 0x7d]))).toMatch(/may change: it is no text$/);
  });
});
