import { describe, expect, test } from 'vitest';
import { redirectLinesFault } from '../../../src/docs/own-files/redirect-lines-change.ts';
import { settingsFault } from '../../../src/docs/own-files/settings-change.ts';

const files = {
  'mkdocs.yml': `site_name: Docs
theme: { name: material, custom_dir: overrides }
extra_javascript: [a.js]
hooks: [hooks.py]
plugins:
  - search
  - redirects:
      redirect_maps:
        old.md: new.md
  - llmstxt:
      sections:
        Guides: [a.md]
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Home: index.md
`,
  'book.toml': '[book]\ntitle = "A"\n\n[preprocessor.toc]\ncommand = "mdbook-toc"\n',
  '_config.yml': 'title: A\nplugins: [jekyll-feed]\nnavigation: []\n',
  'hugo.toml': '[[menu.main]]\nname = "A"\nurl = "/a"\n[security.exec]\nallow = ["go"]\n',
  'config/_default/menus.en.toml': '[[main]]\nname = "A"\n',
  'config.json': '{ "title": "A", "module": { "imports": [] } }',
};

const change = (path: keyof typeof files, from: string, to: string) => {
  const text = files[path];
  expect(text).toContain(from);
  return settingsFault(
    path,
    text,
    text.replace(from, () => to),
  );
};

describe('of the settings of a generator', () => {
  test.each([
    ['mkdocs.yml', '- Home: index.md', '- Home: index.md\n  - Guide:\n      - guide/start.md'],
    ['mkdocs.yml', 'old.md: new.md', 'old.md: new.md\n        a.md: b.md'],
    ['mkdocs.yml', 'site_name: Docs', 'site_name: Other # name'],
    ['mkdocs.yml', 'Guides: [a.md]', 'Guides: [b.md, c.md: Words]'],
    ['mkdocs.yml', 'nav:\n  - Home: index.md\n', ''],
    ['book.toml', 'title = "A"', 'title = "B"'],
    ['book.toml', '[preprocessor', '[output.html.redirect]\n"/a.html" = "b.html"\n\n[preprocessor'],
    ['_config.yml', 'navigation: []', 'navigation: [{ title: B, url: /b }]'],
    ['hugo.toml', 'name = "A"', 'name = "B"'],
    ['config/_default/menus.en.toml', '"A"', '"A"\n[[footer]]\nname = "B"'],
    ['config.json', '"A"', '"B"'],
  ] as const)('%s: %s may become %s', (path, from, to) => {
    expect(change(path, from, to)).toBeUndefined();
  });

  test.each([
    ['mkdocs.yml', 'hooks: [hooks.py]', 'hooks: [evil.py]'],
    ['mkdocs.yml', 'hooks: [hooks.py]\n', ''],
    ['mkdocs.yml', '- search', '- search\n  - exec'],
    ['mkdocs.yml', 'a.js', 'https://evil.example/a.js'],
    ['mkdocs.yml', 'custom_dir: overrides', 'custom_dir: evil'],
    ['mkdocs.yml', 'emoji.twemoji', 'emoji.other'],
    ['mkdocs.yml', 'index.md', '!!python/object/apply:os.system [id]'],
    ['mkdocs.yml', 'index.md', '!ENV TOKEN'],
    ['mkdocs.yml', 'Docs', '&a Docs'],
    ['mkdocs.yml', 'Docs', '"<script>alert(1)</script>"'],
    ['mkdocs.yml', 'index.md', '"javascript:alert(1)"'],
    ['mkdocs.yml', 'nav:', 'INHERIT: ../evil.yml\nnav:'],
    ['mkdocs.yml', 'nav:', 'hooks: [evil.py]\nnav:'],
    ['mkdocs.yml', 'nav:', '---\nnav:'],
    ['mkdocs.yml', 'nav:', 'nav: ['],
    ['book.toml', 'mdbook-toc', 'sh -c id'],
    ['book.toml', '[book]', '[build]\nbuild-dir = "/"\n[book]'],
    ['_config.yml', 'jekyll-feed', 'evil'],
    ['hugo.toml', '"go"', '".*"'],
    ['config.json', '[]', '[{ "path": "evil" }]'],
    ['config.json', '"module"', '"module": {}, "module"'],
  ] as const)('%s: %s may not become %s', (path, from, to) => {
    expect(change(path, from, to)).toMatch(/^(?:more than|it cannot)/);
  });

  test('what is too large or nested too deeply is not compared', () => {
    expect(settingsFault('mkdocs.yml', '', `nav: [${'a, '.repeat(140_000)}]`)).toMatch(/too large/);
    expect(settingsFault('mkdocs.yml', '', `nav: ${'['.repeat(1000)}`)).toMatch(/too deeply/);
    expect(settingsFault('mkdocs.yml', 'nav: []', `nav:\n  ${'- '.repeat(100_000)}a`)).toMatch(/too deeply/);
  });
});

describe('of lines of redirects', () => {
  const before = '/a /b\n/api/* https://api.example.com/:splat 200\n';

  test.each(['/c /d', '/c /d 302', '/c/* /d/:splat 301!', '# why', '/c https://example.com/d', ''])(
    'an added line may be %s',
    (line) => {
      expect(redirectLinesFault(before, `${before}${line}\n`)).toBeUndefined();
      expect(redirectLinesFault(before, `${line}\n`)).toBeUndefined();
    },
  );

  test.each([
    '/c /d 200',
    '/* https://evil.example/:splat 200!',
    '/c //evil.example',
    '/c http://evil.example',
    '//a /b',
    '/c /d Country=de',
    '/c',
    'x',
  ])('an added line may not be %s', (line) => {
    expect(redirectLinesFault(before, `${before}${line}\n`)).toMatch(/no plain redirect/);
  });
});
