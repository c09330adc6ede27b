import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDoubledPeople } from '../../../src/analytics/read/readers/doubled-people.ts';
import { readHealth } from '../../../src/analytics/read/health.ts';
import { decidePeopleSide } from '../../../src/projects/people-side.ts';
import { setProject } from '../../../src/projects/project.ts';
import { siteOrigin, startCollector } from '../../http/support/collector.ts';
import type { Collector } from '../../http/support/collector.ts';

const first = Date.parse('2026-11-01T12:00:00Z');
const dayMilliseconds = 86_400_000;
let now = new Date(first);
let collector: Collector;
beforeAll(async () => (collector = await startCollector({ now: () => now })));
afterAll(async () => await collector[Symbol.asyncDispose]());
beforeEach(async () => {
  await collector.clear();
  const { api } = collector;
  const undecided = { people_from: null, people_chosen: false, people_decided_at: null };
  await api.db.updateTable('project').set(undecided).where('id', '=', api.project.id).execute();
});

const browser = (reader: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${reader}.0) Gecko/20100101 Firefox/${reader}.0`;

const countFromBrowser = async (reader: number) =>
  await collector.sendFromBrowser({ url: `${siteOrigin}/guide` }, { userAgent: browser(reader) });

const countFromServer = async (reader: number) => {
  const headers = { accept: 'text/html', 'accept-language': 'en', 'sec-fetch-dest': 'document' };
  return await collector.sendWithKey({ path: '/guide', userAgent: browser(reader), ip: '127.0.0.1', headers });
};

/** Reports these readers from browsers and from the server on so many days, up to the noon before `now`. */
async function countReaders(
  days: number,
  { browsers, servers }: { browsers: number[]; servers: number[] },
): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    now = new Date(first + day * dayMilliseconds);
    await Promise.all([...browsers.map(countFromBrowser), ...servers.map(countFromServer)]);
  }
  now = new Date(now.getTime() + dayMilliseconds);
}

const doubled = async () => await findDoubledPeople(collector.api.db, now);

test.each([
  ['browser', [130, 131, 132, 133, 134], [130, 131, 132]],
  ['server', [130, 131, 132], [130, 131, 132, 133, 134]],
] as const)('after a week the side with more views is chosen, here the %s', async (side, browsers, servers) => {
  const { api } = collector;
  await countReaders(7, { browsers: [...browsers], servers: [...servers] });
  expect(await doubled()).toEqual([{ projectId: api.project.number, side }]);

  await decidePeopleSide(api.db, { number: api.project.number, side, now });
  expect(await doubled()).toEqual([]);
  now = new Date(now.getTime() + 1_000);
  const other = side === 'browser' ? await countFromServer(140) : await countFromBrowser(140);
  expect(other.json).toMatchObject({ accepted: 0, dropped: [{ reason: 'people_counted_elsewhere' }] });
  const same = side === 'browser' ? await countFromBrowser(140) : await countFromServer(140);
  expect(same.json).toMatchObject({ accepted: 1 });

  const site = { projectId: api.project.number, now, retentionMonths: 25 };
  const { result } = await readHealth(api.db, site, { limit: 9, offset: 0 });
  expect(result.totals.people).toMatchObject({ countedBy: side, decidedAt: expect.any(String) });
});

test('nothing is decided before the week is over', async () => {
  await countReaders(6, { browsers: [130, 131], servers: [130, 131] });
  expect(await doubled()).toEqual([]);
});

test('nothing is decided if the sides report different readers', async () => {
  await countReaders(7, { browsers: [130, 131, 132], servers: [140, 141, 142] });
  expect(await doubled()).toEqual([]);
});

test('nothing is decided if a person has chosen a side, before or after', async () => {
  const { api } = collector;
  await countReaders(7, { browsers: [130, 131], servers: [130, 131] });
  await setProject(api.db, api.project.id, { peopleFrom: null });
  expect(await doubled()).toEqual([]);
  await decidePeopleSide(api.db, { number: api.project.number, side: 'server', now });
  expect((await setProject(api.db, api.project.id, { name: 'Unchanged' })).peopleFrom).toBeNull();
});
