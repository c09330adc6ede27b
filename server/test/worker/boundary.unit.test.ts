import { describe, expect, test } from 'vitest';
import { boundary } from '../../src/worker/boundary.ts';

describe('what a job may write', () => {
  test.each([
    ['', 'guide/start.md'],
    ['', 'docs.json'],
    ['docs', 'docs/start.md'],
    ['docs', 'docs/images/a.svg'],
    ['docs', 'mkdocs.yml'],
    ['docs', 'docs/docs.json'],
    ['site/docs', 'site/sidebars.js'],
    ['docs', 'docs/.vitepress/config.ts'],
    ['docs/en', 'docs/.vitepress/config.mts'],
    ['docs', '.vitepress/config.ts'],
    ['', 'reference/Makefile.md'],
    ['', 'providers/claude.md'],
    ['', 'concepts/agents.md'],
    ['docs', 'docs/guides/gemini.md'],
  ])('with the docs in "%s": %s', (folder, path) => {
    expect(boundary(folder)(path)).toBeUndefined();
  });

  test.each([
    ['', '.github/workflows/ci.yml'],
    ['', '.gitattributes'],
    ['', 'docs/.gitattributes'],
    ['', 'AGENTS.md'],
    ['', '.copydesk/AGENTS.md'],
    ['', 'package.json'],
    ['', 'docs/CODEOWNERS'],
    ['', 'docs/CLAUDE.md'],
    ['', 'AGENTS.override.md'],
    ['', '.claude/settings.json'],
    ['', 'docs/.cursor/rules/style.mdc'],
    ['', '.cursorrules'],
    ['', '.mcp.json'],
    ['', '.devcontainer.json'],
    ['', '.readthedocs.yaml'],
    ['', '.pre-commit-config.yaml'],
    ['', 'azure-pipelines.yml'],
    ['', 'bitbucket-pipelines.yml'],
    ['', '.yarnrc.yml'],
    ['', 'Dockerfile'],
    ['docs', 'config.js'],
    ['docs/en', 'docs/config.ts'],
    ['docs', 'site/.vitepress/config.ts'],
    ['docs', 'src/index.md'],
    ['docs', 'docsx/start.md'],
    ['docs', 'other/mkdocs.yml'],
    ['docs', 'README.md'],
  ])('not with the docs in "%s": %s', (folder, path) => {
    expect(boundary(folder)(path)).toMatch(/^it /);
  });

  test.each(['sidebars.js', 'docusaurus.config.ts', '_redirects', 'static/_redirects'])(
    'of a site beside the docs what names its pages: %s',
    (name) => {
      expect(boundary('docs', new Map(), ['website'])(`website/${name}`)).toBeUndefined();
      expect(boundary('docs', new Map(), ['website'])(`other/${name}`)).toMatch(/^it is outside/);
    },
  );

  test.each(['package.json', 'src/pages/index.js', 'deep/sidebars.js', 'netlify.toml'])(
    'of a site beside the docs nothing else: %s',
    (name) => {
      expect(boundary('docs', new Map(), ['website'])(`website/${name}`)).toMatch(/^it /);
    },
  );

  const hostFiles = new Map([
    ['vercel.json', '{ "cleanUrls": true }'],
    ['docs/netlify.toml', '[build]\ncommand = "hugo"\n'],
  ]);
  const redirects = '"redirects": [{ "source": "/a", "destination": "/b" }]';

  test.each([
    ['vercel.json', `{ "cleanUrls": true, ${redirects} }`],
    ['docs/netlify.toml', '[build]\ncommand = "hugo"\n[[redirects]]\nfrom = "/a"\nto = "/b"\n'],
  ])('redirects of the host in %s', (path, content) => {
    expect(boundary('docs', hostFiles)(path, new TextEncoder().encode(content))).toBeUndefined();
  });

  test.each([
    ['vercel.json', new TextEncoder().encode(`{ "cleanUrls": false, ${redirects} }`)],
    ['vercel.json', new TextEncoder().encode(`\ufeff{ "cleanUrls": true, ${redirects} }`)],
    ['vercel.json', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['vercel.json', undefined],
    ['netlify.toml', new TextEncoder().encode('[[redirects]]\nfrom = "/a"\nto = "/b"\n')],
    ['docs/Netlify.toml', new TextEncoder().encode('')],
    ['docs/netlify.toml', new TextEncoder().encode('[build]\ncommand = "sh"\n')],
  ])('nothing else of the host in %s', (path, content) => {
    expect(boundary('docs', hostFiles)(path, content)).toMatch(/^it configures/);
  });
});
