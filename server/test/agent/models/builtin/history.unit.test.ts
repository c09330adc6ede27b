import { describe, expect, test } from 'vitest';
import { hasDate, historyOf } from '../../../../src/agent/models/builtin/text/history.ts';
import { docsTree, startJob } from './rig.ts';

const kindOf = (path: string, text = '') => historyOf([path], { root: '' })(path, () => hasDate(text));

describe('pages that describe the past', () => {
  test.each([
    ['website/versioned_docs/version-29.4/a.md', 'version'],
    ['i18n/ja/docusaurus-plugin-content-docs/version-2.x/a.md', 'version'],
    ['docs/version-1.0.0-beta.1/a.md', 'version'],
    ['docs/version-control/a.md', undefined],
    ['docs/version-2.md', undefined],
    ['CHANGELOG.md', 'changelog'],
    ['docs/change-log.mdx', 'changelog'],
    ['docs/CHANGELOG-6.x.md', 'changelog'],
    ['docs/release-notes/index.md', 'changelog'],
    ['docs/releases/v1.2.md', 'changelog'],
    ['docs/releases/how.md', undefined],
    ['HISTORY.md', 'changelog'],
    ['api/history.md', undefined],
    ['guides/changelogs.md', undefined],
    ['blog/2024-05-06-news.md', 'post'],
    ['_posts/hello.md', 'post'],
    ['blog/2024/hello.md', 'post'],
    ['articles/2024/05/06/hello.md', 'post'],
    ['docs/2024-05-06-incident.md', 'post'],
    ['docs/2024.md', undefined],
    ['blog/hello.md', undefined],
  ])('%s: %s', (path, kind) => {
    expect(kindOf(path)).toBe(kind);
  });

  test.each([
    ['---\ntitle: A\ndate: 2024-05-06\n---\n', 'post'],
    ['+++\r\ndate = "2024-05-06"\r\n+++\r\n', 'post'],
    ['---\ntitle: A\n---\n\ndate: 2024\n', undefined],
    ['Text.\n\n---\ndate: 2024\n---\n', undefined],
    ['---\ndate: 2024', undefined],
  ])('a page of a blog is a post when it has a date: %j', (text, kind) => {
    expect(kindOf('blog/hello.md', text)).toBe(kind);
    expect(kindOf('docs/hello.md', text)).toBeUndefined();
  });

  test('only the last of several numbered folders is kept up to date, or a named one beside them', () => {
    const numbered = ['docs/1.9/a.md', 'docs/1.10/a.md', 'docs/v0.x/a.md', 'api/2.0/a.md'];
    const of = historyOf(numbered, { root: '' });
    expect(numbered.filter((path) => of(path) === 'version')).toEqual(['docs/1.9/a.md', 'docs/v0.x/a.md']);
    const named = [...numbered, 'docs/latest/a.md'];
    const ofNamed = historyOf(named, { root: '' });
    expect(named.filter((path) => ofNamed(path) === 'version')).toEqual(numbered.slice(0, 3));
  });

  test("the name of the site's folder proves nothing", () => {
    const path = 'blog/2024-05-06/versioned_docs/docs/a.md';
    expect(historyOf([path], { root: 'blog/2024-05-06/versioned_docs' })(path)).toBeUndefined();
  });

  test.each([
    ['versioned_docs', false],
    ['website/versioned_docs/', false],
    ['version-2.0', false],
    ['**/version-2.*', false],
    ['website', true],
    ['**/*.md', true],
    ['website/versioned_docs/version-2.0/a.md', false],
  ])('within %s a frozen version is skipped: %s', (within, isLeft) => {
    const path = 'website/versioned_docs/version-2.0/a.md';
    expect(historyOf([path], { root: 'website', within })(path) !== undefined).toBe(isLeft);
  });
});

const files = {
  'docs/a.md': 'foo\n',
  'versioned_docs/version-1.0/a.md': 'foo foo `foo`\n',
  'versioned_docs/version-2.0/a.md': '##foo\n',
  'CHANGELOG.md': '- foo\n',
  'blog/index.md': 'foo\n',
  'blog/hello.md': '---\ndate: 2024-05-06\n---\n\n##foo\n',
};

describe('an instruction skips old pages and counts them', () => {
  test('when a term is replaced', async () => {
    const tree = docsTree(files);
    const closing = await startJob(tree).prompt('Replace foo with bar');
    expect(tree.files()).toEqual({ ...files, 'docs/a.md': 'bar\n', 'blog/index.md': 'bar\n' });
    expect(closing).toContain('Replaced 2 occurrences of "foo" with "bar" on 2 pages.');
    expect(closing).toContain(
      'Left unchanged: 3 occurrences in 2 files of frozen versions, 1 occurrence in 1 file of dated blog posts and ' +
        '1 occurrence in 1 file of change logs (say "including frozen versions, dated blog posts and change logs"',
    );
  });

  test('when the term occurs nowhere else', async () => {
    const closing = await startJob(docsTree({ 'CHANGELOG.md': 'foo\n' })).prompt('Replace foo with bar');
    expect(closing).toContain('Nothing had to be changed');
    expect(closing).toContain('Left unchanged: 1 occurrence in 1 file of change logs');
  });

  test.each([
    ['including frozen versions, dated blog posts and change logs', Object.keys(files)],
    ['including old versions', Object.keys(files).filter((path) => !/CHANGELOG|hello/.test(path))],
    ['in all versions', Object.keys(files).filter((path) => !/CHANGELOG|hello/.test(path))],
    ['in versioned_docs/version-1.0', ['versioned_docs/version-1.0/a.md']],
    ['in blog', ['blog/index.md', 'blog/hello.md']],
    ['in the blog', ['blog/index.md', 'blog/hello.md']],
    ['in CHANGELOG.md', ['CHANGELOG.md']],
    ['on the page changelog', ['CHANGELOG.md']],
  ])('unless the instruction names them: %s', async (place, changed) => {
    const tree = docsTree(files);
    await startJob(tree).prompt(`Replace foo with bar ${place}`);
    const now = tree.files();
    const different = Object.entries(files).filter(([path, text]) => now[path] !== text);
    expect(different.map(([path]) => path)).toEqual(Object.keys(files).filter((path) => changed.includes(path)));
  });

  test('when headings are normalised', async () => {
    const tree = docsTree(files);
    expect(await startJob(tree).prompt('Normalise headings')).toContain(
      'Left unchanged: 1 heading in 1 file of frozen versions and 1 heading in 1 file of dated blog posts',
    );
    expect(tree.files()).toEqual(files);
    await startJob(tree).prompt('Normalise headings including blog posts');
    expect(tree.text('blog/hello.md')).toContain('## foo');
    expect(tree.text('versioned_docs/version-2.0/a.md')).toBe('##foo\n');
  });

  test('when titles and descriptions are added', async () => {
    const docs = { 'a.md': '---\ntitle: A\n---\n\nText.\n', '_posts/b.md': '---\ntitle: B\n---\n\nText.\n' };
    const tree = docsTree(docs);
    const closing = await startJob(tree).prompt('Add missing descriptions');
    expect(tree.files()).toEqual({ ...docs, 'a.md': '---\ntitle: A\ndescription: Text.\n---\n\nText.\n' });
    expect(closing).toContain('Left unchanged: 1 gap in 1 file of dated blog posts');
  });
});
