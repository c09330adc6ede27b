import { describe, expect, test } from 'vitest';
import { changes, docsJobs } from './docs-jobs.ts';

const { jobOn } = docsJobs();

/** A MkDocs site with a folder that many pages link to. */
const site = {
  'mkdocs.yml':
    'site_name: Acme\nnav:\n  - Home: index.md\n  - Old:\n      - A: guides/old/a.md\n      - B: guides/old/b.md\n',
  'docs/index.md': '# Home\n\n[a](guides/old/a.md) [b](guides/old/b.md#b)\n',
  'docs/guides/c.md': '# C\n\n[a](old/a.md) `guides/old/a.md`\n',
  'docs/guides/old/a.md': '# A\n\n[b](./b.md) [home](../../index.md) ![i](img/i.png) [c](../c.md)\n',
  'docs/guides/old/b.md': '# B\n\n[a](a.md#a) [d](deep/d.md)\n',
  'docs/guides/old/deep/d.md': '# D\n\n[b](../b.md)\n',
  'docs/guides/old/img/i.png': 'png',
  'theme/menu.js': 'export const old = "/guides/old/";\n',
};

describe('a folder is moved', () => {
  test.each([
    'Move the folder guides/old to guides/new',
    'Move the docs/guides/old folder to docs/guides/new',
    'Move guides/old to guides/new',
    'Move guides/old/ to guides/new/',
    'Rename guides/old to guides/new',
    'Rename the folder guides/old to new',
    'Move everything in guides/old to the folder guides/new',
  ])('with navigation and links: %s', async (prompt) => {
    const job = jobOn(site);
    const closing = await job.prompt(prompt);
    expect(changes(job)).toEqual({
      'mkdocs.yml': site['mkdocs.yml'].replaceAll('guides/old', 'guides/new'),
      'docs/index.md': site['docs/index.md'].replaceAll('guides/old', 'guides/new'),
      'docs/guides/c.md': site['docs/guides/c.md'].replace('(old/a.md)', '(new/a.md)'),
      'theme/menu.js': site['theme/menu.js'].replace('guides/old', 'guides/new'),
      ...Object.fromEntries(
        Object.entries(site)
          .filter(([path]) => path.startsWith('docs/guides/old/'))
          .flatMap(([path, text]) => [
            [path, null],
            [path.replace('guides/old', 'guides/new'), text],
          ]),
      ),
    });
    expect(closing.split('\n')[0]).toBe('Move the folder docs/guides/old to docs/guides/new');
    expect(closing).toContain('4 files, 3 of them pages. Links or navigation were updated in 4 other files.');
    expect(closing).toContain('- docs/guides/c.md:3: it still contains guides/old');
    expect(await job.introduced()).toEqual([]);
  });

  test('into another folder', async () => {
    const job = jobOn(site);
    await job.prompt('Move the folder guides/old into archive');
    expect(job.tree.text('docs/archive/old/b.md')).toBe(site['docs/guides/old/b.md']);
    expect(job.tree.text('docs/archive/old/a.md')).toBe(
      site['docs/guides/old/a.md'].replace('../c.md', '../../guides/c.md'),
    );
    expect(await job.introduced()).toEqual([]);
  });

  test('without changing links between its pages, except those that contain its name', async () => {
    const b = '# B\n\n[a](../old/a.md) [a](./a.md) [d](deep/../deep/d.md)\n';
    const job = jobOn({ ...site, 'docs/guides/old/b.md': b });
    await job.prompt('Move the folder guides/old to guides/new');
    const moved = job.tree.text('docs/guides/new/b.md');
    expect(moved).toContain(' [a](./a.md) [d](deep/../deep/d.md)\n');
    expect(moved).not.toContain('old');
    expect(await job.introduced()).toEqual([]);
  });

  test('by its short name, where translations and frozen versions have it too', async () => {
    const job = jobOn({
      'docs/guides/a.md': '# A\n',
      'docs/de/guides/a.md': '# A\n',
      'versioned_docs/version-1.0/guides/a.md': '# A\n',
      'src/guides/code.js': '',
    });
    await job.prompt('Move the folder guides to handbook');
    expect(changes(job)).toEqual({ 'docs/guides/a.md': null, 'docs/handbook/a.md': '# A\n' });
  });
});

describe('a folder is deleted', () => {
  test.each(['Delete the folder guides/old', 'Remove docs/guides/old/', 'Delete everything in guides/old'])(
    'with navigation and links: %s',
    async (prompt) => {
      const job = jobOn(site);
      const closing = await job.prompt(prompt);
      expect(Object.entries(changes(job)).filter(([, text]) => text === null)).toHaveLength(4);
      expect(job.tree.text('docs/index.md')).toBe('# Home\n\na b\n');
      expect(job.tree.text('mkdocs.yml')).not.toContain('guides/old');
      expect(closing).toContain('Deleted the folder docs/guides/old: 4 files, 3 of them pages.');
      expect(closing).toContain('- theme/menu.js:1: it still contains guides/old');
      expect(await job.introduced()).toEqual([]);
    },
  );

  test('except files that are used elsewhere', async () => {
    const job = jobOn({ ...site, 'docs/guides/c.md': '# C\n\n![i](old/img/i.png)\n' });
    const closing = await job.prompt('Delete the folder guides/old');
    expect(job.tree.text('docs/guides/old/img/i.png')).toBe('png');
    expect(closing).toContain('- docs/guides/old/img/i.png: it is used in docs/guides/c.md');
    expect(await job.introduced()).toEqual([]);
  });

  test('except one in which every file is used elsewhere, which stays', async () => {
    const files = { 'docs/index.md': '# Home\n\n![i](img/i.png)\n', 'docs/img/i.png': 'png' };
    const job = jobOn(files);
    const closing = await job.prompt('Delete the folder docs/img');
    expect(changes(job)).toEqual({});
    expect(closing).toMatch(/^Nothing (?:could|had to) be changed/);
    expect(closing).toContain('docs/img/i.png: it is used in docs/index.md');
  });

  test('several', async () => {
    const job = jobOn({ 'a/x.md': '# X\n', 'b/x.md': '# X\n', 'c/x.md': '# X\n' });
    expect(await job.prompt('Delete the folders a and b')).toContain('Delete 2 folders');
    expect(changes(job)).toEqual({ 'a/x.md': null, 'b/x.md': null });
  });
});

test.each([
  ['Move the folder nowhere to x', 'There is no folder "nowhere"'],
  ['Move the folder guides/old to guides/old', 'is at docs/guides/old already'],
  ['Move the folder guides to guides/all', 'cannot be moved into itself'],
  ['Move the folder guides/old to ../x', 'is not a path of the repository'],
  ['Move the folder guides/old/deep to guides/old', 'There is a file docs/guides/old/d.md already'],
  ['Delete the folder *', 'There is no folder "*"'],
  ['Delete the folder twin', 'can mean several folders: docs/a/twin, docs/b/twin'],
])('%s is refused', async (prompt, detail) => {
  const more = { 'docs/guides/old/d.md': '', 'docs/a/twin/x.md': '# X\n', 'docs/b/twin/x.md': '# X\n' };
  const job = jobOn({ ...site, ...more });
  await expect(job.prompt(prompt)).rejects.toMatchObject({
    code: 'instruction_not_applicable',
    message: expect.stringContaining(detail),
  });
  expect(changes(job)).toEqual({});
});
