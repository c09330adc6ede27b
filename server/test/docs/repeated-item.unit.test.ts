import { describe, expect, it } from 'vitest';
import { repeatedItem } from '../../src/docs/plan/repeated-item.ts';
import { contents, testDocs } from './support.ts';

const { site } = testDocs();

describe('a list with a page that is merged into another one of the list', () => {
  const files = {
    'mkdocs.yml':
      'nav:\n  - A: a.md\n  - B: b.md\nplugins:\n  - llmstxt:\n      sections:\n        One:\n          - b.md\n          - c.md\n          - a.md\n        Two:\n          - a.md\n',
    'pyproject.toml': '[tool.x]\nfiles = [\n  "docs/a.md",\n  "docs/b.md",\n]\nothers = [\n  "docs/a.md",\n]\n',
    'docs/a.md': '# A\n\nText.\n',
    'docs/b.md': '# B\n',
    'docs/c.md': '# C\n',
  };

  it('names the other page once', async () => {
    const written = contents(await site(files).planTransfer({ from: 'docs/a.md', to: 'docs/b.md' }));
    expect(written['mkdocs.yml']).toMatch(/One:\n {10}- b\.md\n {10}- c\.md\n {8}Two:\n {10}- b\.md\n$/);
    expect(written['pyproject.toml']).toBe('[tool.x]\nfiles = [\n  "docs/b.md",\n]\nothers = [\n  "docs/b.md",\n]\n');
  });

  it.each([
    ['- a\n- b\n', true],
    ['- b\n- c\n- a\n', true],
    ["- 'a'\r\n- c\r\n- b\r\n", true],
    ['- a', false],
    ['\n- a\n', false],
    ['\n\n- b\n- a\n', true],
    ['- b\n\n- a\n', false],
    ['- b\n  - a\n', false],
    ['- b: a\n- b\n', false],
    ['"b",\n"a",\n', true],
    ['"b",\n"a"\n', false],
    ['x = "a",\n"b",\n', false],
    ['a\nb\n', false],
  ])('in %j: %j', (text, isRepeated) => {
    const start = text.indexOf('a');
    const line = repeatedItem(text, { start, end: start + 1 }, 'b');
    expect(line !== undefined && text.slice(line.start, line.end).includes('a')).toBe(isRepeated);
  });
});
