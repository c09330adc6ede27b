import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ViewStore } from '../../../src/analytics/store/arrival.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { openDocs } from '../../../src/docs/engine.ts';
import type { DocsEngine } from '../../../src/docs/engine.ts';
import { setProject } from '../../../src/projects/project.ts';
import { openSitemaps } from '../../../src/sitemap/sitemaps.ts';
import { openPublished } from '../../../src/worker/site/published.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../../analytics/support/views.ts';
import { treeOf } from '../../docs/memory-tree.ts';
import { loopback, pages, testSite } from '../../sitemap/site.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { editGuide, site as docsOfRig, workerRig } from '../rig.ts';

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

/** Writes three requests for a path, a day ago. */
async function asked(path: string, found = true): Promise<void> {
  const views = Array.from({ length: 3 }, () => viewOf({ path, found, at: now.getTime() - 24 * 3_600_000 }));
  await store.write(arrivalOf(number, views));
}

const manual = { 'mkdocs.yml': 'site_url: https://acme.example/manual/', 'docs/guide.md': 'Hello' };

async function read(base: string, { siteUrl = null as string | null, pagesAt = null as string | null } = {}) {
  const folder = await temporaryFolder();
  try {
    const published = await openPublished({
      db: database.db,
      project: { number, siteUrl, pagesAt },
      sitemaps: openSitemaps({ ...loopback, directory: folder.path, now: () => now }),
      docs: docs.of(treeOf(manual), { folder: '' }),
      retentionMonths: 25,
      now: () => now,
    });
    return await published?.(base);
  } finally {
    await folder[Symbol.asyncDispose]();
  }
}

test('nothing is known without a site address and without collected views', async () => {
  expect(await read('/manual')).toBeUndefined();
});

test('addresses of the sitemap are found in any form', async () => {
  await using site = await testSite();
  site.answers['/manual/sitemap.xml'] = pages(
    `${site.url}/manual/api/caf%C3%A9/`,
    `${site.url}/manual/a b.html`,
    `${site.url}/x`,
  );
  const siteUrl = `${site.url}/manual`;
  const known = await read('/manual', { siteUrl });
  const listed = ['/manual/api/café', '/manual/a b', '/x', '/manual/api'].map((address) => known?.isListed(address));
  expect(listed).toEqual([true, true, true, false]);
  expect([known?.listedBelow('/manual'), known?.listedBelow('/manual/api'), known?.notUsed]).toEqual([2, 1, []]);
  // The site is served at another URL than its configuration says.
  const moved = await read('', { siteUrl });
  expect([moved?.isListed('/api/café'), moved?.isListed('/x')]).toEqual([true, false]);
});

test('an unreadable sitemap is reported, and proves nothing', async () => {
  await using site = await testSite();
  const known = await read('', { siteUrl: site.url });
  expect(known?.notUsed).toEqual([`The sitemap of ${site.url} was not used: /sitemap.xml answered 404.`]);
  expect([known?.isListed('/a'), known?.listedBelow('')]).toEqual([false, 0]);
});

test('an address that a partly read sitemap does not name is unknown', async () => {
  await using site = await testSite();
  site.answers['/sitemap.xml'] = pages(`${site.url}/a/b`, `${site.url}/${'x'.repeat(2_048)}`);
  const known = await read('', { siteUrl: site.url });
  expect([known?.isListed('/a/b'), known?.listedBelow('/a')]).toEqual([true, 0]);
  expect(known?.notUsed).toEqual([expect.stringMatching(/^Not all of the sitemap of .* could be read: /)]);
});

test('the replies that readers got are evidence, at any base address', async () => {
  await asked('/manual/api/one');
  await asked('/manual/api/gone', false);
  const reported = (known: Awaited<ReturnType<typeof read>>) =>
    ['one', 'gone', 'other'].map((name) => known?.answer(`/manual/api/${name}`));
  const known = await read('/manual');
  expect(reported(known)).toEqual(['page', 'nothing', undefined]);
  // Without a sitemap nothing is listed, not even what readers got.
  expect([known?.isListed('/manual/api/one'), known?.listedBelow('/manual')]).toEqual([false, 0]);
  await asked('/help/api/other');
  expect(reported(await read('/manual', { pagesAt: '/help' }))).toEqual([undefined, undefined, 'page']);
});

test('a job uses the evidence of the published site, and continues without it', async () => {
  await using site = await testSite();
  await using folder = await temporaryFolder();
  const files = { ...docsOfRig, 'mkdocs.yml': 'site_name: x\nplugins:\n  - unheard-of\n' };
  const edit = editGuide('Run it.', 'See [one](api/one/).');
  const script = [edit, { calls: [{ tool: 'check_docs', input: {} }] }, { text: 'Link it' }];
  const sitemaps = openSitemaps({ ...loopback, directory: folder.path, now: () => new Date() });
  const because = 'the plugin unheard-of may add or move pages';
  const outcomes = [
    [{ '/sitemap.xml': pages(`${site.url}/api/one/`) }, { links: 1, notJudged: [] }],
    [{}, { links: 1, notJudged: [{ because, count: 1 }], notUsed: [expect.stringContaining('answered 404')] }],
  ] as const;
  for (const [answers, coverage] of outcomes) {
    await using rig = await workerRig(script, { files });
    site.answers = answers;
    const siteUrl = `${site.url}${'/sitemap.xml' in answers ? '' : '/elsewhere'}`;
    await setProject(rig.db, rig.project.id, { siteUrl });
    const { id } = await rig.create('link it');
    expect(await rig.work({ sitemaps })).toMatchObject({ status: 'completed' });
    const checks = (await rig.events(id)).flatMap((event) => (event.type === 'checked' ? [event.data] : []));
    expect(checks).toMatchObject([{ problems: [], coverage }]);
    const answered = JSON.stringify(rig.model.calls.at(-1)?.prompt.at(-1));
    expect(answered.includes('was not used: /elsewhere/sitemap.xml answered 404')).toBe('notUsed' in coverage);
  }
});
