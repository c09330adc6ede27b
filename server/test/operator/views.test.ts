import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentsResult, HealthResult, ViewsResult } from '@copydesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViewStore } from '../../src/analytics/store/store.ts';
import { defaultOrganisation } from '../../src/projects/organisation.ts';
import { createProject } from '../../src/projects/project.ts';
import { arrivalOf } from '../analytics/support/views.ts';
import { viewsOf } from '../http/support/views.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from './run-command.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copydesk-views-'));
  database = await testDatabase();
  const { db } = database;
  const organisationId = await defaultOrganisation(db);
  const repository = 'https://git.example.com/docs.git';
  const draft = { organisationId, name: 'Handbook', repositoryKind: 'url' as const, repository, ref: 'main' };
  const { number } = await createProject(db, draft);
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db, log, now: () => new Date(), retentionMonths: 25 });
  const counted = [
    ...viewsOf('/start', { person: 3, claude: 1, google: 9 }),
    ...viewsOf('/guide', { cursor: 2 }, { at: Date.parse('2026-11-01T00:00:00Z') }),
    ...viewsOf('=1', { person: 1 }, { referrer: 'chatgpt.com' }),
    ...viewsOf('/gone', { claude: 1 }, { found: false }),
  ];
  await store.write(arrivalOf(number, counted));
  await store.close();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function views(...argv: string[]) {
  const env = { COPYDESK_DATA_DIR: folder, DATABASE_URL: database.url };
  return await runCommand(['views', ...argv, '--project', 'Handbook'], { env });
}

test('export is a table with its totals', async () => {
  expect(await views('export')).toEqual({
    code: 0,
    out: [
      'PAGE    HUMAN  AI  TOTAL',
      '/start      3   1      4',
      '/guide      0   2      2',
      '=1          1   0      1',
      'total       4   3      7',
      '',
    ].join('\n'),
    err: '',
  });
  const two = await views('export', '--limit', '2');
  expect(two.out.split('\n').slice(3)).toEqual(['all pages      4   3      7', '']);
  expect(await views('export', '--from', '2030-01-01')).toMatchObject({ code: 0, out: '', err: 'No views.\n' });
});

test('export in the forms that programs read', async () => {
  expect((await views('export', '--csv')).out).toBe(
    "path,human,ai,total\r\n/start,3,1,4\r\n/guide,0,2,2\r\n'=1,1,0,1\r\n",
  );
  expect((await views('export', '--ndjson', '--limit', '1')).out).toBe(
    '{"path":"/start","human":3,"ai":1,"total":4}\n',
  );
  const all = ViewsResult.parse(JSON.parse((await views('export', '--json')).out));
  expect(all).toMatchObject({ totals: { human: 4, ai: 3, total: 7 }, hasMore: false });
  expect(all.views).toHaveLength(3);
  const some = ViewsResult.parse(JSON.parse((await views('export', '--json', '--limit', '2')).out));
  expect(some).toEqual({ ...all, views: all.views.slice(0, 2), hasMore: true });
  const three = ViewsResult.parse(JSON.parse((await views('export', '--json', '--limit', '3')).out));
  expect(three.hasMore).toBe(false);
});

test('export of a range and of some readers', async () => {
  expect(await csv('--to', '2026-11-02')).toEqual(['/guide,0,2,2']);
  expect(await csv('--from', '2026-11-20T12:00:00Z', '--path', '/')).toEqual(['/start,3,1,4']);
  expect(await csv('--purpose', 'coding')).toEqual(['/guide,0,2,2']);
  expect(await csv('--agent', 'ClaudeBot')).toEqual(['/start,0,1,1']);
  expect(await csv('--surface', 'html', '--agent', 'ClaudeBot')).toEqual(['/start,0,1,1']);
  expect(await csv('--surface', 'llms.txt')).toEqual([]);
});

test('wrong usage is reported', async () => {
  expect(await views('export', '--from', '2026-02-30')).toMatchObject({ code: 2, out: '' });
  expect(await views('export', '--csv', '--json')).toMatchObject({ code: 2, out: '' });
  expect(await views('agents', '--surface', 'pdf')).toMatchObject({ code: 2, out: '' });
  const crossed = await views('export', '--from', '2026-02-02', '--to', '2026-02-01');
  expect(crossed).toEqual({ code: 1, out: '', err: 'copydesk: --from must not be after --to.\n' });
});

test('the other tables', async () => {
  const lines = async (...argv: string[]) => (await views(...argv)).out.split('\n');
  expect(await lines('agents')).toEqual([
    'AGENT      OPERATOR   PURPOSE   VIEWS  VERIFIED  LAST SEEN',
    'Cursor     Anysphere  coding        2         0  2026-11-01T00:00:00.000Z',
    'ClaudeBot  Anthropic  training      1         0  2026-11-20T12:00:00.000Z',
    '',
  ]);
  expect((await lines('not-found'))[1]).toBe('/gone      0   1      1');
  expect((await lines('referrers'))[1]).toMatch(/^chatgpt\.com +ChatGPT +1 +0 +1$/);
  expect((await lines('timeseries', '--interval', 'month'))[1]).toMatch(/^2026-11-01T00:00:00\.000Z +4 +3 +7 +9$/);
  expect((await lines('health'))[0]).toBe('DATE        ACCEPTED  DUPLICATES  LATE  DROPPED  REFUSED');
  expect(AgentsResult.parse(JSON.parse((await views('agents', '--json')).out)).agents).toHaveLength(2);
  expect(HealthResult.parse(JSON.parse((await views('health', '--json')).out)).totals.accepted).toBe(17);
  expect((await views('referrers', '--csv')).out).toBe(
    'referrer,product,operator,human,ai,total\r\nchatgpt.com,ChatGPT,OpenAI,1,0,1\r\n',
  );
  const names = ['refused:origin_not_allowed', 'people:browser', 'people:server'];
  await sql`
    insert into view_health (project_id, day, name, count)
    select number, date '2020-01-01', counted, 2 from project, unnest(${names}::text[]) as counted
  `.execute(database.db);
  const { err } = await views('health');
  expect(err).toContain('Refused: origin_not_allowed 2\n');
  expect(err).toContain('If both see the same pages, a week of data decides; or choose one');
  expect(await views('agents', '--limit', '1')).toMatchObject({ err: 'There are more: --limit 2\n' });
  expect(await views('agents', '--to', '2020-01-01')).toMatchObject({ out: '', err: 'Nothing.\n' });
});

/** Returns the records of an export as CSV. */
async function csv(...argv: string[]): Promise<string[]> {
  return (await views('export', '--csv', ...argv)).out.split('\r\n').slice(1, -1);
}
