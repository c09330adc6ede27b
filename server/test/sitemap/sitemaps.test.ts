import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSitemaps } from '../../src/sitemap/sitemaps.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { loopback, pages, testSite } from './site.ts';

const start = new Date('2026-11-21T10:00:00Z').getTime();
const [minute, hour] = [60_000, 3_600_000];

test('a sitemap is requested once a day, for all processes', async () => {
  await using site = await testSite();
  await using folder = await temporaryFolder();
  site.answers['/sitemap.xml'] = pages(`${site.url}/a`);
  let at = start;
  const options = { ...loopback, directory: path.join(folder.path, 'sitemaps'), now: () => new Date(at) };
  const [one, other] = [openSitemaps(options), openSitemaps(options)];
  const read = { kind: 'read', paths: ['/a'], whole: true };
  expect(await Promise.all([one.of(site.url), one.of(site.url)])).toEqual([read, read]);
  expect(await other.of(site.url)).toEqual(read);
  at += 23 * hour;
  expect(await one.of(site.url)).toEqual(read);
  expect(site.asked).toHaveLength(1);
  site.answers['/sitemap.xml'] = pages(`${site.url}/b`);
  at += hour;
  expect(await one.of(site.url)).toMatchObject({ paths: ['/b'] });
  expect(await other.of(site.url)).toMatchObject({ paths: ['/b'] });
  expect(site.asked).toHaveLength(2);
});

test('a failure is reported, and kept for ten minutes', async () => {
  await using site = await testSite();
  await using folder = await temporaryFolder();
  let at = start;
  const sitemaps = openSitemaps({ ...loopback, directory: folder.path, now: () => new Date(at) });
  const failed = { kind: 'failed', because: '/sitemap.xml answered 404' };
  expect([await sitemaps.of(site.url), await sitemaps.of(site.url)]).toEqual([failed, failed]);
  expect(site.asked).toHaveLength(2);
  site.answers['/sitemap.xml'] = pages(`${site.url}/a`);
  at += 10 * minute;
  expect(await sitemaps.of(site.url)).toMatchObject({ kind: 'read' });
});

test('a damaged cache file is fetched again, and old cache files are deleted', async () => {
  await using site = await testSite();
  await using folder = await temporaryFolder();
  site.answers['/sitemap.xml'] = pages(`${site.url}/a`);
  const options = { ...loopback, directory: folder.path, now: () => new Date(start) };
  await openSitemaps(options).of(site.url);
  const [name = ''] = await readdir(folder.path);
  await writeFile(path.join(folder.path, name), 'half of it');
  const old = path.join(folder.path, 'of-a-site-that-is-gone.json.gz');
  await writeFile(old, '');
  await utimes(old, (start - 8 * 24 * hour) / 1_000, (start - 8 * 24 * hour) / 1_000);
  expect(await openSitemaps(options).of(site.url)).toMatchObject({ paths: ['/a'] });
  expect(site.asked).toHaveLength(2);
  expect(await readdir(folder.path)).toEqual([name]);
});

test('a folder that cannot be written does not prevent reading', async () => {
  await using site = await testSite();
  await using folder = await temporaryFolder();
  site.answers['/sitemap.xml'] = pages(`${site.url}/a`);
  const file = path.join(folder.path, 'a-file');
  await writeFile(file, '');
  const sitemaps = openSitemaps({ ...loopback, directory: file, now: () => new Date(start) });
  expect(await sitemaps.of(site.url)).toMatchObject({ paths: ['/a'] });
});
