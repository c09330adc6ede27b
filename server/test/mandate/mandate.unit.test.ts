import { describe, expect, test } from 'vitest';
import { openMandate, type ChangeKind, type MandateVerdict } from '../../src/mandate/mandate.ts';
import { protectedPaths } from './protected-paths.ts';

interface Given {
  folder?: string;
  allow?: string[];
  change?: ChangeKind;
}

const verdict = (path: string, { folder = '', allow = [], change = 'add' }: Given = {}) =>
  openMandate({ docsFolder: folder, allow })(path, change);

const moved = (from: string, to: string) =>
  openMandate({ docsFolder: 'docs', allow: [] })(to, 'add', () => [from]).kind;

const allowed: MandateVerdict = { kind: 'allowed' };

describe('protected files', () => {
  test.each(protectedPaths)('%s is refused, also when a glob matches it, unless it is named exactly', (path) => {
    for (const allow of [[], ['**'], ['**/*'], [`${path.slice(0, -1)}?`]]) {
      expect(verdict(path, { allow })).toMatchObject({ kind: 'refused', unless: 'exact' });
    }
    expect(verdict(`pages/${path}`, { folder: 'pages', allow: ['**'] })).toMatchObject({ unless: 'exact' });
    expect(verdict(path, { allow: [path] })).toEqual(allowed);
  });

  test.each([
    'PACKAGE.JSON',
    'Package.json.',
    'package.json ',
    'package.json::$DATA',
    'pack\u200bage.json',
    'ｐackage.json',
    'docs/.GitHub/a.yml',
    '．github/a.yml',
    'ren\u00adovate.json',
    'LEFTHOOK.YML...',
    'Docs/Conf.PY',
    'docs/AGENTS\u2060.md',
    'REQUIREMENTS.TXT',
  ])('%j is refused in every spelling', (path) => {
    expect(verdict(path, { allow: ['**'] })).toMatchObject({ kind: 'refused', unless: 'exact' });
  });

  test('the refusal says which program obeys the file', () => {
    expect(verdict('.woodpecker/a.yml')).toEqual({
      kind: 'refused',
      reason: 'ci',
      unless: 'exact',
      says: 'it is obeyed by continuous integration (.woodpecker/), which is for people to change',
    });
    expect(verdict('docs/.secret')).toMatchObject({ reason: 'hidden' });
  });

  test('an existing page about agents may be changed, but none may be added', () => {
    for (const change of ['change', 'remove'] as const) {
      expect(verdict('concepts/agents.md', { change })).toEqual(allowed);
      expect(verdict('docs/claude.md', { folder: 'docs', change })).toEqual(allowed);
      for (const path of ['agents.md', 'docs/AGENTS.md', 'docs/Agents.md', '.cursor/agents.md', 'a.prompt.md']) {
        expect(verdict(path, { change })).toMatchObject({ reason: expect.stringMatching(/^(?:agents|hidden)$/) });
      }
    }
    for (const path of ['skills/a/skill.md', 'openspec/project.md'])
      expect(verdict(path, { change: 'change' })).toMatchObject({ reason: 'agents' });
    expect(verdict('concepts/agents.md')).toMatchObject({ reason: 'agents' });
    expect(verdict('concepts/agents.mdx')).toEqual(allowed);
    expect(verdict('concepts/agents/index.md')).toEqual(allowed);
  });
});

describe('what a job may write', () => {
  test.each([
    ['', 'README.md'],
    ['', 'guide/start.mdx'],
    ['docs', 'docs/notes.txt'],
    ['docs', 'docs/public/robots.txt'],
    ['', 'llms.txt'],
    ['docs', 'docs/index.rst'],
    ['docs', 'docs/images/Screen Shot.PNG'],
    ['docs', 'docs/images/a.svg'],
    ['docs', 'docs/_data/nav.yml'],
    ['docs', 'docs/guides/.navigation.yml'],
    ['docs', 'docs/guides/.pages'],
    ['', 'wiki/.order'],
    ['docs', 'docs/reference/docker-labels.yml'],
    ['docs', 'docs/reference/traefik.io_middlewares.yaml'],
    ['docs', 'docs/openapi.json'],
    ['docs', 'docs/tables/rates.csv'],
    ['docs', 'docs/docs.json'],
    ['', '.gitbook/assets/a.png'],
    ['docs', 'docs/blog/.authors.yml'],
    ['.github/docs', '.github/docs/index.md'],
    ['', 'reference/Makefile.md'],
    ['', 'hosting/vercel.md'],
    ['', 'hosting/netlify/deploy.md'],
    ['', 'tools/renovate-json.md'],
    ['', 'docker-compose.md'],
    ['', 'guide/environment-variables.md'],
    ['', 'images/package.json.png'],
    ['', 'functions/index.md'],
    ['', 'api/users.md'],
    ['docs', 'docs/i18n/de/messages.json'],
    ['docs', 'docs/guide/_category_.yml'],
    ['docs', 'docs/api/v2.openapi.yaml'],
    ['docs', 'docs/CLI.md'],
    ['', 'README.de.md'],
    ['', 'RELEASE_NOTES.md'],
  ])('with the docs in "%s": %s', (folder, path) => {
    for (const change of ['add', 'change', 'remove'] as const)
      expect(verdict(path, { folder, change })).toEqual(allowed);
  });

  test.each([
    ['docs', 'README.md', 'outside'],
    ['docs', 'docsx/start.md', 'outside'],
    ['docs', 'src/index.ts', 'outside'],
    ['docs', 'docs/build.sh', 'kind-of-file'],
    ['', 'src/index.js', 'kind-of-file'],
    ['', 'a.html', 'kind-of-file'],
    ['', 'LICENSE', 'kind-of-file'],
    ['', 'notebook.ipynb', 'kind-of-file'],
  ])('with the docs in "%s", a file is allowed only by a glob: %s', (folder, path, reason) => {
    expect(verdict(path, { folder })).toMatchObject({ kind: 'refused', reason, unless: 'glob' });
    expect(verdict(path, { folder, allow: ['other/**', '**'] })).toEqual(allowed);
    expect(verdict(path, { folder, allow: [path] })).toEqual(allowed);
  });

  test.each([
    'guide/okteto-of-next-year.yaml',
    'guide/settings.json',
    'guide/pipeline.toml',
    'k9s/site.yml',
    'NEXTAGENT.md',
    'guide/MEMORY.md',
    'SYSTEM.v2.md',
    'BOOT_ORDER.MD',
  ])('a new file is allowed only by a glob, and an existing one may be changed: %s', (path) => {
    expect(verdict(path)).toMatchObject({ kind: 'refused', reason: 'kind-of-file', unless: 'glob' });
    expect(verdict(`docs/${path}`, { folder: 'docs' })).toMatchObject({ unless: 'glob' });
    expect(verdict(path, { allow: ['**'] })).toEqual(allowed);
    for (const change of ['change', 'remove'] as const) expect(verdict(path, { change })).toEqual(allowed);
  });

  test.each(['okteto-of-next-year.yaml', 'settings.json', 'hooks-of-next-year.toml'])(
    'data at the top of a repository is allowed only with a name of docs, or by a glob: %s',
    (path) => {
      for (const change of ['add', 'change', 'remove'] as const) {
        expect(verdict(path, { change })).toMatchObject({ kind: 'refused', reason: 'kind-of-file', unless: 'glob' });
        expect(verdict(path, { change, allow: ['*.*'] })).toEqual(allowed);
      }
      for (const change of ['change', 'remove'] as const)
        expect(verdict(`docs/${path}`, { folder: 'docs', change })).toEqual(allowed);
      const whole = openMandate({ docsFolder: '', allow: [] });
      expect(whole('guide/b.json', 'add', () => [path]).kind).toBe('refused');
      expect(whole(`guide/${path}`, 'add', () => [path]).kind).toBe('refused');
    },
  );

  test.each(['es.json', 'zh-hans.json', 'docs.json', 'navigation.yml'])(
    '%s at the top may be changed and removed',
    (path) => {
      for (const change of ['change', 'remove'] as const) expect(verdict(path, { change })).toEqual(allowed);
    },
  );

  test('data may move with its folder, only under its own name', () => {
    expect(moved('docs/a/rates.json', 'docs/b/rates.json')).toBe('allowed');
    expect(moved('docs/a/site.html', 'docs/b/site.html')).toBe('allowed');
    expect(moved('docs/a/rates.json', 'docs/b/next-tool.json')).toBe('refused');
    expect(moved('docs/a/sample.py', 'docs/b/conftest.py')).toBe('refused');
    expect(moved('docs/a/rates.json', 'docs/moon.yml')).toBe('refused');
    expect(moved('src/rates.json', 'docs/b/rates.json')).toBe('refused');
  });

  test.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a/b/c.ts', true],
    ['src/**', 'srcs/a.ts', false],
    ['src/?.ts', 'src/ab.ts', false],
    ['src/(a).ts', 'src/(a).ts', true],
    ['**/b.ts', 'ab.ts', false],
    ['**/b.ts', 'a/c/b.ts', true],
    ['**/b.ts', 'b.ts', true],
    ['a**/b.ts', 'a/c/b.ts', true],
    ['a*b*c**d*', 'a1b2c/3d', true],
    ['a*b*c**d*', `${'abc'.repeat(1300)}/`, false],
    ['src/[a]*.ts', 'src/a.ts', false],
  ])('the glob %s and %s', (glob, path, fits) => {
    expect(verdict(path, { folder: 'docs', allow: [glob] }).kind).toBe(fits ? 'allowed' : 'refused');
  });

  test.each(['/etc/**', '', '../**', 'a//b', 'a/', 'a\\b', '*a*b*c*d*e', 'a'.repeat(301)])(
    '%j is rejected as a glob',
    (glob) => {
      expect(() => verdict('a.md', { allow: [glob] })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    },
  );
});
