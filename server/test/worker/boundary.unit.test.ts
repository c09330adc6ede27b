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
    ['docs', 'src/index.md'],
    ['docs', 'docsx/start.md'],
    ['docs', 'other/mkdocs.yml'],
    ['docs', 'README.md'],
  ])('not with the docs in "%s": %s', (folder, path) => {
    expect(boundary(folder)(path)).toMatch(/^it /);
  });
});
