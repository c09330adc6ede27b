import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, site } = testDocs();

describe('menus of Hugo', () => {
  const toml = `title = 'x'
[[menus.main]]
  name = 'Install' # first
  pageRef = '/docs/install'
  weight = 1

[[menus.main]]
  name = 'Gone'
  url = '/docs/gone/'
[[menus.main]]
  name = 'Docs'
  pageRef = '/docs'
[[menus.main]]
  name = 'Code'
  url = 'https://example.org'
`;
  const yaml = 'main:\n  - name: Install\n    pageRef: /docs/install\n  - name: Docs\n    pageRef: /docs\n';
  const pages = {
    'content/docs/_index.md': '---\ntitle: D\n---\n',
    'content/docs/install.md': '---\ntitle: I\n---\n',
  };

  it('are read in TOML, and updated with the pages', async () => {
    const files = { ...pages, 'hugo.toml': toml };
    expect(await problems(files)).toEqual(['hugo.toml:9 navigation-missing-page /docs/gone/']);
    const moved = contents(await site(files).planMove('content/docs/install.md', 'content/guide/setup.md'));
    expect(moved['hugo.toml']).toBe(toml.replace("'/docs/install'", "'/guide/setup'"));
    const deleted = contents(await site(files).planDelete('content/docs/install.md'));
    expect(deleted['hugo.toml']).toBe(
      toml.replace("[[menus.main]]\n  name = 'Install' # first\n  pageRef = '/docs/install'\n  weight = 1\n", ''),
    );
    const added = contents(await site(files).planAdd('content/docs/more.md', 'More', 'Install'));
    expect(added['hugo.toml']).toBe(
      toml.replace('  weight = 1\n', "  weight = 1\n[[menus.main]]\n  name = 'More'\n  pageRef = '/docs/more'\n"),
    );
  });

  it('are read in YAML, and updated with the pages', async () => {
    const files = { ...pages, 'config/_default/hugo.yaml': 'title: x\n', 'config/_default/menus.yaml': yaml };
    const moved = contents(await site(files).planMove('content/docs/install.md', 'content/guide/setup.md'));
    expect(moved['config/_default/menus.yaml']).toBe(yaml.replace('/docs/install', '/guide/setup'));
    const deleted = contents(await site(files).planDelete('content/docs/install.md'));
    expect(deleted['config/_default/menus.yaml']).toBe('main:\n  - name: Docs\n    pageRef: /docs\n');
  });

  it('get no entry for a page of a section, which lists its pages itself', async () => {
    const section = { ...pages, 'hugo.yaml': 'menus:\n  main:\n    - name: Docs\n      pageRef: /docs\n' };
    expect(await site(section).planAdd('content/docs/new.md', 'New')).toEqual([]);
  });
});
