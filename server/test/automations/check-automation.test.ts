import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAutomation, deleteAutomation } from '../../src/automations/automation.ts';
import { checkAutomation } from '../../src/automations/check-automation.ts';
import { askForRun } from '../../src/automations/runs.ts';
import { automationRig, settle } from './rig.ts';
import type { AutomationRig } from './rig.ts';

let rig: AutomationRig;
beforeAll(async () => {
  rig = await automationRig();
});
afterAll(async () => await rig[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`delete from automation`.execute(rig.db);
});

const jobOf = async (id: string): Promise<string> => await rig.jobOf(id);

const hour = (from: number): string => `${String((new Date().getUTCHours() + from + 24) % 24).padStart(2, '0')}:00`;

test('an automation that is not due is not checked, and nothing is written', async () => {
  const { id } = await rig.create();
  expect(await rig.look()).toBe(0);
  expect(await rig.runs(id)).toEqual([]);
});

test('a due automation starts one job, and its next time is set', async () => {
  const { id } = await rig.create({ trigger: { kind: 'schedule', cron: '0 6 * * *' } });
  await rig.letTimeCome(id);
  expect(await rig.look()).toBe(1);
  const [run] = await rig.runs(id);
  expect(run).toMatchObject({ decision: 'job', begunBy: 'time', why: expect.stringContaining('0 6 * * *, UTC') });
  expect(await rig.prompts(run?.jobId ?? '')).toEqual(['Look at the docs.']);
  const job = await rig.db
    .selectFrom('job')
    .selectAll()
    .where('id', '=', run?.jobId ?? '')
    .executeTakeFirstOrThrow();
  expect(job).toMatchObject({ author_kind: 'system', author_name: 'automation Weekly', model: 'test/model' });
  const { nextAt } = await rig.read(id);
  expect(nextAt?.toISOString()).toMatch(/T06:00:00\.000Z$/);
  expect(nextAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await rig.look()).toBe(0);
});

test('times that were missed while no worker ran start one run, which reports them', async () => {
  const { id } = await rig.create({ trigger: { kind: 'schedule', cron: '0 * * * *' } });
  await rig.letTimeCome(id, 50);
  expect(await rig.look()).toBe(1);
  expect(await rig.look()).toBe(0);
  const runs = await rig.runs(id);
  expect(runs).toHaveLength(1);
  expect(runs[0]?.why).toMatch(/50 further times were missed, and this run replaces them/);
});

test('a later run sends a message to the open pull request, and starts a new job after that is merged', async () => {
  const { id } = await rig.create();
  await rig.letTimeCome(id);
  await rig.look();
  const first = await jobOf(id);
  await settle(rig.db, first, 'open');
  await rig.letTimeCome(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'message']);
  expect(await jobOf(id)).toBe(first);
  expect(await rig.prompts(first)).toHaveLength(2);
  await settle(rig.db, first, 'merged');
  await rig.letTimeCome(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'message', 'job']);
  expect(await jobOf(id)).not.toBe(first);
});

test('a new job starts if the last one ended without a pull request or was archived', async () => {
  const { id } = await rig.create();
  for (const end of ['nothing', 'archived']) {
    await rig.letTimeCome(id);
    await rig.look();
    await settle(rig.db, await jobOf(id), end === 'archived' ? 'open' : undefined);
    if (end === 'archived') {
      await sql`update job set status = 'archived', archived_at = now() where id = ${await jobOf(id)}`.execute(rig.db);
    }
  }
  await rig.letTimeCome(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'job', 'job']);
});

test('a job that has not read its last message gets no second one: the run waits, and is not lost', async () => {
  const { id } = await rig.create();
  await rig.letTimeCome(id);
  await rig.look();
  await rig.letTimeCome(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job']);
  expect((await rig.read(id)).heldUntil).not.toBeNull();
  await sql`update job set messages_read = messages where id = ${await jobOf(id)}`.execute(rig.db);
  await rig.letPass(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'message']);
});

test('two workers that check the same automation start one job, and the slower one stores nothing', async () => {
  const { id } = await rig.create();
  await rig.letTimeCome(id);
  const slow = await rig.claimOne();
  expect(await rig.claim()).toEqual([]);
  await sql`update automation set leased_until = now() where id = ${id}`.execute(rig.db);
  const fast = await rig.claimOne();
  await Promise.all([checkAutomation(rig.services, fast), checkAutomation(rig.services, slow)]);
  expect(await rig.decisions(id)).toEqual(['job']);
});

test('many workers share the due automations, and check each one once', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, async () => await rig.create()));
  for (const { id } of made) await rig.letTimeCome(id);
  const before = (await rig.jobs()).length;
  await Promise.all(Array.from({ length: 6 }, async () => await rig.look()));
  while ((await rig.look()) > 0);
  expect((await rig.jobs()).length - before).toBe(12);
  for (const { id } of made) expect(await rig.decisions(id)).toEqual(['job']);
});

test('the daily limit delays an automation until its first job is a day old, and is listed once', async () => {
  const { id } = await rig.create({ limits: { jobsPerDay: 1 } });
  await rig.letTimeCome(id);
  await rig.look();
  await settle(rig.db, await jobOf(id), 'merged');
  for (let time = 0; time < 3; time += 1) {
    await rig.letTimeCome(id);
    expect(await rig.look()).toBe(1);
  }
  expect(await rig.decisions(id)).toEqual(['job', 'put_off']);
  const { heldUntil, nextAt } = await rig.read(id);
  expect(heldUntil?.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
  expect(nextAt?.getTime()).toBeLessThan(Date.now());
  expect(await rig.look()).toBe(0);
  await sql`update automation_run set created_at = now() - interval '25 hours' where automation_id = ${id}`.execute(
    rig.db,
  );
  await rig.letPass(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'put_off', 'job']);
});

test('quiet hours delay a run until they end; a person may still start one', async () => {
  const quietHours = { from: hour(-1), to: hour(2), timeZone: 'UTC' };
  const { id } = await rig.create({ limits: { quietHours } });
  await rig.letTimeCome(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['put_off']);
  const { heldUntil } = await rig.read(id);
  expect(heldUntil?.toISOString()).toContain(`T${hour(2)}:00.000Z`);
  await askForRun(rig.db, { projectId: rig.project.id, id, now: new Date() });
  expect(await rig.look()).toBe(1);
  expect(await rig.decisions(id)).toEqual(['put_off', 'job']);
});

test('the monthly limit counts what the automation’s jobs have cost, and an unknown price is reported', async () => {
  const { id } = await rig.create({ limits: { usdPerMonth: 2 } });
  await rig.letTimeCome(id);
  await rig.look();
  const job = await jobOf(id);
  await sql`
    insert into job_step (job_id, number, turn, messages, tree, usage, finish_reason, started_at, finished_at)
    values (${job}, 1, 1, '[]', '', '{"inputTokens": 1000000, "outputTokens": 150000}', 'stop', now(), now())
  `.execute(rig.db);
  await settle(rig.db, job, 'merged');
  await rig.letTimeCome(id);
  await rig.look();
  const runs = await rig.runs(id);
  expect(runs.at(-1)).toMatchObject({
    decision: 'put_off',
    why: 'It has spent $2.50 of $2.00 this month, which is its limit.',
  });
  expect((await rig.read(id)).heldUntil?.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
  await rig.letPass(id);
  const claimed = await rig.claimOne();
  await checkAutomation({ ...rig.services, prices: () => undefined }, claimed);
  expect((await rig.runs(id)).at(-1)?.why).toContain('COPYDESK_MODEL_PRICES');
});

test('several requests before the next check start one run, also if the automation is disabled', async () => {
  const { id } = await rig.create({ enabled: false });
  expect(await rig.read(id)).toMatchObject({ nextAt: null });
  const ask = async () => await askForRun(rig.db, { projectId: rig.project.id, id, now: new Date() });
  const asked = await Promise.all([ask(), ask(), ask()]);
  expect(new Set(asked.map(({ run }) => run.id)).size).toBe(1);
  expect(await rig.look()).toBe(1);
  const runs = await rig.runs(id);
  expect(runs).toMatchObject([
    { id: asked[0].run.id, decision: 'job', begunBy: 'hand', why: 'A person requested it.' },
  ]);
  expect(await rig.look()).toBe(0);
});

test('a disabled automation does not run, and an enabled one runs at its next time', async () => {
  const { id, projectId } = await rig.create();
  await rig.letTimeCome(id);
  await changeAutomation(rig.db, { projectId, id, enabled: false }, new Date());
  expect(await rig.look()).toBe(0);
  const changed = await changeAutomation(rig.db, { projectId, id, enabled: true }, new Date());
  expect(changed?.nextAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await rig.look()).toBe(0);
});

test('a change during a check is kept, and applies from then on', async () => {
  const { id, projectId } = await rig.create();
  await rig.letTimeCome(id);
  const claimed = await rig.claimOne();
  await changeAutomation(
    rig.db,
    { projectId, id, trigger: { kind: 'schedule', cron: '0 12 1 1 *', timeZone: 'UTC' }, prompt: 'Another.' },
    new Date(),
  );
  await checkAutomation(rig.services, claimed);
  expect((await rig.read(id)).nextAt?.toISOString()).toContain('-01-01T12:00');
  expect(await rig.prompts(await jobOf(id))).toEqual(['Another.']);
});

test('an automation that is deleted during a check starts no job', async () => {
  const { id, projectId } = await rig.create();
  await rig.letTimeCome(id);
  const claimed = await rig.claimOne();
  const before = await rig.jobs();
  await deleteAutomation(rig.db, { projectId, id });
  await checkAutomation(rig.services, claimed);
  expect(await rig.jobs()).toEqual(before);
});

test('automations of a deleted project are not checked', async () => {
  const { id } = await rig.create();
  await rig.letTimeCome(id);
  await sql`update project set deleted_at = now() where id = ${rig.project.id}`.execute(rig.db);
  expect(await rig.look()).toBe(0);
  await sql`update project set deleted_at = null where id = ${rig.project.id}`.execute(rig.db);
});

test('a scan of a thousand that have nothing to do reads one index', async () => {
  await rig.create();
  await sql`
    insert into automation (id, project_id, name, trigger, prompt, jobs_per_day, enabled, due_at)
    select 'aut_' || lpad(n::text, 22, '0'), project_id, 'Many', trigger, prompt, 1, true, now() + make_interval(days => n)
    from automation, generate_series(1, 1000) n
  `.execute(rig.db);
  await sql`analyze automation`.execute(rig.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from automation where due_at <= now() and (leased_until is null or leased_until <= now())
    order by due_at limit 4
  `.execute(rig.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using automation_due');
});
