import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContents } from '../../src/manual/contents.ts';
import { docsFolder } from '../../src/manual/folder.ts';
import { slugsOf } from '../../src/manual/manual.ts';
import { readPage } from '../../src/manual/page.ts';
import { openDocs } from './support/open.ts';

const docs = await openDocs();

test('the contents name every page once, and each page has a title and a description of its own', () => {
  const files = globSync('**/*.md', { cwd: docsFolder() }).map((file) => file.replace(/\.md$/, ''));
  const written = slugsOf(docs.contents).filter((slug) => !slug.startsWith('reference/'));
  expect(written.map((slug) => slug || 'index').toSorted()).toEqual(files.toSorted());
  const pages = [...docs.pages.values()];
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
  for (const { description } of pages) {
    expect(description.length).toBeGreaterThan(30);
    expect(description.length).toBeLessThan(180);
    expect(description).toMatch(/\.$/);
  }
});

test('the reference has a page for each group of endpoints, below the page that lists them all', () => {
  const reference = slugsOf(docs.contents).filter((slug) => slug.startsWith('reference'));
  expect(reference.slice(0, 3)).toEqual(['reference', 'reference/agent-jobs', 'reference/agent-jobs-v1']);
  const list = docs.pages.get('reference')?.markdown ?? '';
  expect(list).toContain(
    '| `POST /v2/agent/{projectId}/job` | [Create an agent job](reference/agent-jobs.md#create-an-agent-job) |',
  );
});

test.each([
  ["export default { title: 'A', themeConfig: { sidebar: [] } }", 'description'],
  ["export default { title: 'A', description: name() }", 'description'],
  ["export default { title: 'A', description: 'B', themeConfig: { sidebar: [{ text: 'C', items: [{}] }] } }", 'text'],
])('an incomplete configuration is reported with the name of the missing field', (config, key) => {
  expect(() => readContents(config)).toThrow(`lacks a text "${key}"`);
});

test('a page without a description is reported with its name', () => {
  expect(() => readPage('a', '# A\n')).toThrow('The page "a" has no title or description');
  expect(() => readPage('a', '---\ndescription: An A.\n---\n\nNo heading.\n')).toThrow('has no title');
  expect(readPage('a', '---\ndescription: An A.\n---\n\n# The `A`\n\nText.\n')).toEqual({
    slug: 'a',
    title: 'The A',
    description: 'An A.',
    markdown: '# The `A`\n\nText.\n',
  });
});
