import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { showPresence } from '../../../src/jobs/claim/presence.ts';
import { releaseJob } from '../../../src/jobs/claim/release.ts';
import { readWaiting, waitingQuery } from '../../../src/jobs/claim/waiting.ts';
import type { ConcurrencyLimits } from '../../../src/jobs/claim/waiting.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';
import { claim, newJob } from '../support.ts';
import type { TestProject } from '../support.ts';

let database: TestDatabase;
let project: TestProject;
beforeEach(async () => {
  await database?.[Symbol.asyncDispose]();
  database = await testDatabase();
  project = await insertProject(database.db);
  await showPresence(database.db, 'wrk_test');
});
afterAll(async () => await database[Symbol.asyncDispose]());

const roomy: ConcurrencyLimits = { project: 5, total: undefined };

async function fill(count: number, into: TestProject = project): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await newJob(database.db, into)).id);
  return ids;
}

const read = async (jobIds: string[], limits = roomy) => await readWaiting(database.db, jobIds, limits);

describe('why a job is waiting', () => {
  test('it is queued behind older jobs of its project', async () => {
    const ids = await fill(3);
    await fill(2, await insertProject(database.db));
    const found = await read(ids);
    expect(ids.map((id) => found.get(id))).toEqual([
      { reason: 'queued', ahead: 0, until: null, detail: expect.stringContaining('next in its project') },
      { reason: 'queued', ahead: 1, until: null, detail: expect.stringContaining('1 job of this project comes first') },
      { reason: 'queued', ahead: 2, until: null, detail: expect.stringContaining('2 jobs of this project come first') },
    ]);
  });

  test('its project has reached the limit of running jobs, of the installation or its own', async () => {
    const [, second = '', third = ''] = await fill(3);
    await claim(database.db);
    expect((await read([third], { ...roomy, project: 1 })).get(third)).toMatchObject({
      reason: 'project_limit',
      ahead: 1,
      detail: expect.stringMatching(/^1 job of this project is in progress, .* 1 job of this project comes first\.$/),
    });
    expect((await read([third])).get(third)).toMatchObject({ reason: 'queued' });
    await database.db.updateTable('project').set({ concurrency: 1 }).execute();
    expect((await read([second])).get(second)).toMatchObject({ reason: 'project_limit', ahead: 0 });
  });

  test('all projects together have reached the limit of running jobs', async () => {
    await fill(1);
    await claim(database.db);
    const [id = ''] = await fill(1, await insertProject(database.db));
    expect((await read([id], { project: 5, total: 1 })).get(id)).toMatchObject({ reason: 'limit', ahead: 0 });
    expect((await read([id], { project: 5, total: 2 })).get(id)).toMatchObject({ reason: 'queued' });
  });

  test('no worker has been seen recently', async () => {
    const [id = ''] = await fill(1);
    await database.db
      .updateTable('worker')
      .set({ seen_at: sql<Date>`now() - interval '1 minute'` })
      .execute();
    expect((await read([id])).get(id)).toMatchObject({ reason: 'no_worker' });
  });

  test('a delayed job reports until when and why, and does not block other jobs', async () => {
    const [first = '', second = ''] = await fill(2);
    const { lease } = await claim(database.db);
    const because = { code: 'storage_full', detail: 'The disk is full.', toldSeconds: 0 } as const;
    await releaseJob(database.db, lease, { afterSeconds: 600, counts: 'retry', because });
    const found = await read([first, second]);
    const row = await database.db
      .selectFrom('job')
      .select('not_before')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    expect(found.get(first)).toEqual({
      reason: 'put_off',
      ahead: 0,
      until: row.not_before.toISOString(),
      detail: 'The disk is full.',
    });
    expect(found.get(second)).toMatchObject({ reason: 'queued', ahead: 0 });
  });

  test('its change waits for other jobs: which ones, and until when', async () => {
    const [id = ''] = await fill(1);
    const until = new Date(Date.now() + 3_600_000);
    const wait = { job_id: id, turn: 0, since: new Date(), until, waits_for: ['job_other'], detail: 'It waits.' };
    await database.db.insertInto('shared_wait').values(wait).execute();
    await database.db.updateTable('job').set({ not_before: until }).where('id', '=', id).execute();
    expect((await read([id])).get(id)).toEqual({
      reason: 'shared_files',
      ahead: 0,
      until: until.toISOString(),
      detail: 'It waits.',
      jobs: ['job_other'],
    });
    // When it may continue, it waits for a worker like any other.
    await database.db
      .updateTable('job')
      .set({ not_before: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect((await read([id])).get(id)).toMatchObject({ reason: 'queued', ahead: 0 });
  });

  test('a running, settled or missing job has no reason', async () => {
    const [id = ''] = await fill(1);
    const { lease } = await claim(database.db);
    expect(await read([id, 'job_absent'])).toEqual(new Map());
    await sql`update job set leased_until = now() - interval '1 second'`.execute(database.db);
    expect((await read([lease.jobId])).get(id)).toMatchObject({ reason: 'queued' });
  });
});

const Plan: z.ZodType<{ 'Node Type': string; 'Relation Name'?: string; Plans?: unknown[] }> = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  Plans: z.array(z.unknown()).optional(),
});

/** Returns the kind of every scan of the jobs in a plan. */
function scans(plan: unknown): string[] {
  const { 'Node Type': kind, 'Relation Name': table, Plans: children = [] } = Plan.parse(plan);
  return [...(table === 'job' ? [kind] : []), ...children.flatMap(scans)];
}

test('reading the reasons uses only indexes, with ten thousand active jobs among sixty thousand', async () => {
  const others = await Promise.all(Array.from({ length: 19 }, () => insertProject(database.db)));
  const projects = [project, ...others].map(({ id }) => id);
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch, not_before)
    select 'job_' || lpad(n::text, 26, '0'), project.organisation_id, project.id,
      case when n % 6 = 0 then 'active' else 'completed' end,
      'builtin/copyeditor', 'https://git.test/docs.git', 'main', 'copydesk/' || n, now() - make_interval(secs => n)
    from generate_series(1, 60000) as n
    join project on project.id = (${projects}::text[])[1 + n % 20]
  `.execute(database.db);
  await sql`analyze job`.execute(database.db);
  const { rows: active } = await sql<{ id: string }>`
    select id from job where status = 'active' order by not_before desc limit 1000
  `.execute(database.db);
  for (const asked of [active.slice(0, 1), active]) {
    const ids = asked.map(({ id }) => id);
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: unknown }[] }>`
      explain (format json) ${waitingQuery(ids, roomy)}
    `.execute(database.db);
    const found = scans(rows[0]?.['QUERY PLAN'][0]?.Plan);
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found).not.toContain('Seq Scan');
    expect((await read(ids)).size).toBe(ids.length);
  }
});
