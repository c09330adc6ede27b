import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDocs } from '../../../src/docs/engine.ts';
import type { DocsEngine } from '../../../src/docs/engine.ts';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { openPageViews } from '../../../src/worker/site/page-views.ts';
import { arrivalOf, newProjectNumber, readers, viewOf } from '../../analytics/support/views.ts';
import { treeOf } from '../../docs/memory-tree.ts';
import type { Files } from '../../docs/memory-tree.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');

let database: TestDatabase;
let store: ViewStore;
let docs: DocsEngine;
let number: number;

beforeAll(async () => {
  database = await testDatabase();
  docs = openDocs({ workers: 1 });
  store = openViewStore({
    db: database.db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => now,
    retentionMonths: 25,
    limits: { foldEveryMilliseconds: 3_600_000 },
  });
});
afterAll(async () => {
  await store.close();
  await docs.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  number = await newProjectNumber(database.db);
});

/** Writes a person's view of each path, an hour ago by default. */
async function seen(paths: string[], at = now.getTime() - 3_600_000): Promise<void> {
  await store.write(
    arrivalOf(
      number,
      paths.map((path) => viewOf({ path, at })),
    ),
  );
}

/** Returns `file human ai`, one line for each file with an answer. */
async function read(
  files: Files,
  paths: string[],
  { folder = '', pagesAt = null as string | null, after = files } = {},
) {
  const [before, turned] = [docs.of(treeOf(files), { folder }), docs.of(treeOf(after), { folder })];
  const project = { number, pagesAt };
  const views = await openPageViews({
    db: database.db,
    project,
    docs: [before, turned],
    retentionMonths: 25,
    now: () => now,
  });
  return (await views?.read(paths))?.map(({ path, human, ai }) => `${path} ${human} ${ai}`);
}

const plain = { 'index.md': 'Hello', 'guide.md': 'Hello', 'set up/über.md': 'Hello', 'notes.txt': 'Hello' };

test('a project without views has none', async () => {
  expect(await read(plain, ['guide.md'])).toBeUndefined();
});

test('people and AI are counted separately, only for pages, and names with spaces and accents are found', async () => {
  await seen(['/', '/guide', '/guide', '/set%20up/über']);
  const ai = ['claude', 'cursor'] as const;
  await store.write(
    arrivalOf(
      number,
      ai.map((name) => viewOf({ path: '/guide', reader: readers[name] })),
    ),
  );
  await store.write(arrivalOf(number, [viewOf({ path: '/guide', reader: readers.google })]));
  expect(await read(plain, ['guide.md', 'index.md', 'notes.txt', 'set up/über.md', 'gone.md'])).toEqual([
    'guide.md 2 2',
    'index.md 1 0',
    'set up/über.md 1 0',
  ]);
});

test('only the last 30 days count', async () => {
  const day = 24 * 3_600_000;
  await seen(['/guide'], now.getTime() - 29 * day);
  await seen(['/guide'], now.getTime() - 31 * day);
  expect(await read(plain, ['guide.md'])).toEqual(['guide.md 1 0']);
});

test('the base address of the site is used, and a setting of the project takes precedence', async () => {
  const site = { 'mkdocs.yml': 'site_url: https://acme.example/manual/', 'docs/guide.md': 'Hello' };
  await seen(['/manual/guide', '/help/guide', '/help/guide', '/guide', '/guide', '/guide']);
  expect(await read(site, ['docs/guide.md'])).toEqual(['docs/guide.md 1 0']);
  expect(await read(site, ['docs/guide.md'], { pagesAt: '/help' })).toEqual(['docs/guide.md 2 0']);
  expect(await read(site, ['docs/guide.md'], { pagesAt: '' })).toEqual(['docs/guide.md 3 0']);
});

test('without a configuration, the collected paths decide if they are unambiguous', async () => {
  const files = { ...plain, 'setup.md': 'Hello' };
  await seen(['/docs/guide', '/docs/setup', '/docs', '/guide-of-something-else']);
  expect(await read(files, ['guide.md', 'index.md'])).toEqual(['guide.md 1 0', 'index.md 1 0']);
});

test('an exact path takes precedence over a path with the same ending', async () => {
  await seen(['/guide', '/blog/guide', '/blog/guide']);
  expect(await read(plain, ['guide.md'])).toEqual(['guide.md 1 0']);
});

test('if two locations fit equally well, none is chosen', async () => {
  await seen(['/docs/guide', '/blog/guide']);
  expect(await read(plain, ['guide.md'])).toEqual(['guide.md 0 0']);
});

test('a moved file is found by its published address, and a new one by its future address', async () => {
  await seen(['/guide', '/fresh']);
  const after = { 'index.md': 'Hello', 'moved.md': 'Hello', 'fresh.md': 'Hello' };
  expect(await read(plain, ['guide.md', 'moved.md', 'fresh.md'], { after })).toEqual([
    'guide.md 1 0',
    'moved.md 0 0',
    'fresh.md 1 0',
  ]);
});

test('the number of statements does not grow with the number of files', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `page-${index}`);
  const files = Object.fromEntries(names.map((name) => [`${name}.md`, 'Hello']));
  await seen(names.map((name) => `/${name}`));
  const count = async (paths: string[]) => {
    let statements = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const project = { number, pagesAt: null };
    const readable = [docs.of(treeOf(files), { folder: '' })];
    const views = await openPageViews({ db, project, docs: readable, retentionMonths: 25, now: () => now });
    expect(await views?.read(paths)).toHaveLength(paths.length);
    return statements;
  };
  const one = await count(['page-0.md']);
  expect(one).toBeGreaterThan(1);
  expect(await count(Object.keys(files))).toBe(one);
});

test('paths not found are reported for the whole site, or for the folder of its pages', async () => {
  const files = { 'index.md': 'Hello', 'guide/a.md': 'Hello', 'guide/b.md': 'Hello', 'api/c.md': 'Hello' };
  await seen(['/', '/guide/a', '/api/c']);
  const missed = ['/guide/old', '/guide/old', '/api/gone', '/else'];
  await store.write(
    arrivalOf(
      number,
      missed.map((path) => viewOf({ path, found: false })),
    ),
  );
  const views = await openPageViews({
    db: database.db,
    project: { number, pagesAt: '' },
    docs: [docs.of(treeOf(files), { folder: '' })],
    retentionMonths: 25,
    now: () => now,
  });
  expect((await views?.pages())?.toSorted()).toEqual(['api/c.md', 'guide/a.md', 'guide/b.md', 'index.md']);
  const all = await views?.missing(() => true, 2);
  expect(all).toEqual([
    { address: '/guide/old', human: 2, ai: 0 },
    { address: '/api/gone', human: 1, ai: 0 },
  ]);
  expect(await views?.missing((path) => path.startsWith('guide/'), 9)).toEqual([
    { address: '/guide/old', human: 2, ai: 0 },
  ]);
  expect(await views?.missing((path) => path === 'api/c.md', 9)).toEqual([{ address: '/api/gone', human: 1, ai: 0 }]);
  expect(await views?.missing(() => false, 9)).toEqual([]);
});
