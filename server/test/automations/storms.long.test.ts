import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAutomation } from '../../src/automations/automation.ts';
import { askForRun } from '../../src/automations/runs.ts';
import { storeEvents } from '../../src/automations/events.ts';
import { storeIssue } from '../../src/automations/route-events.ts';
import { listUnknownDeliveries, recordOutcome } from '../../src/jobs/deliver/reconcile.ts';
import { checkAutomation } from '../../src/automations/check-automation.ts';
import { automationRig, killedBefore, settle } from './rig.ts';
import type { AutomationRig } from './rig.ts';

let rig: AutomationRig;
beforeAll(async () => {
  rig = await automationRig();
});
afterAll(async () => await rig[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`delete from automation`.execute(rig.db);
  await sql`update job set status = 'archived', archived_at = now(), error = null where status <> 'archived'`.execute(
    rig.db,
  );
});

const triggerId = `trg_${'a'.repeat(22)}`;

const requestOf = (name: string) => ({
  key: name,
  event: { from: 'Form', parts: [{ title: 'Report', text: `<${name}>` }] },
});

async function promptsOf(id: string): Promise<string> {
  const jobs = new Set((await rig.runs(id)).flatMap(({ jobId }) => jobId ?? []));
  return (await Promise.all([...jobs].map(async (job) => (await rig.prompts(job)).join('\n')))).join('\n');
}

test('a check that is killed before any of its statements loses no event and starts no job twice', async () => {
  let statement = 0;
  let sent = 0;
  do {
    statement += 1;
    const { id } = await rig.create({ trigger: { kind: 'inbound', triggerId } });
    await storeEvents(rig.db, id, [requestOf(`one-${statement}`), requestOf(`two-${statement}`)]);
    await rig.letPass(id);
    const claimed = await rig.claimOne();
    const killer = killedBefore(statement);
    const db = rig.db.withPlugin(killer);
    await checkAutomation({ ...rig.services, db }, claimed).catch(() => undefined);
    sent = killer.sent();
    await rig.letPass(id);
    await rig.look();
    await rig.letPass(id);
    await rig.look();
    const begun = (await rig.runs(id)).filter(({ jobId }) => jobId !== null);
    expect([statement, begun.length]).toEqual([statement, 1]);
    const prompts = await promptsOf(id);
    for (const name of [`one-${statement}`, `two-${statement}`]) expect(prompts.split(`<${name}>`)).toHaveLength(2);
    await sql`delete from automation`.execute(rig.db);
  } while (sent >= statement);
  expect(statement).toBeGreaterThan(8);
});

test('a storm of requests, many sent twice, ends in one pull request with each request once', async () => {
  const { id } = await rig.create({ trigger: { kind: 'inbound', triggerId }, limits: { jobsPerDay: 200 } });
  const names = Array.from({ length: 240 }, (_, number) => `request-${number}`);
  const store = async () => {
    for (let at = 0; at < names.length; at += 8) {
      await storeEvents(rig.db, id, names.slice(at, at + 8).map(requestOf));
    }
  };
  const over = new AbortController();
  const settling = async () => {
    while (!over.signal.aborted) {
      const [job] = (await rig.runs(id)).flatMap(({ jobId }) => jobId ?? []);
      if (job !== undefined) await settle(rig.db, job, 'open');
      await rig.letPass(id);
      await rig.look();
    }
  };
  const others = [settling(), settling()];
  await Promise.all([store(), store(), store()]);
  for (let round = 0; round < 200; round += 1) {
    const { count } = await rig.db
      .selectFrom('automation_event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('automation_id', '=', id)
      .where('handled_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count === 0) break;
    await rig.letPass(id);
    await rig.look();
  }
  over.abort();
  await Promise.all(others);
  const runs = await rig.runs(id);
  const jobs = new Set(runs.flatMap(({ jobId }) => jobId ?? []));
  expect(jobs.size).toBe(1);
  expect(runs.length).toBeLessThan(60);
  expect(runs.reduce((sum, { events }) => sum + events, 0)).toBe(names.length);
  const prompts = await promptsOf(id);
  expect(names.filter((name) => prompts.split(`<${name}>`).length !== 2)).toEqual([]);
});

test('events that arrive during a check are kept for the next check', async () => {
  const { id } = await rig.create({ trigger: { kind: 'inbound', triggerId } });
  await storeEvents(rig.db, id, [requestOf('first')]);
  await rig.letPass(id);
  const claimed = await rig.claimOne();
  await storeEvents(rig.db, id, [requestOf('second')]);
  // Read before the second message arrived, by a slow look.
  await checkAutomation(rig.services, claimed);
  await settle(rig.db, await rig.jobOf(id), 'open');
  await rig.letPass(id);
  await rig.look();
  const prompts = await promptsOf(id);
  for (const name of ['first', 'second']) expect(prompts.split(`<${name}>`)).toHaveLength(2);
});

test('events of a manual run wait while the job has an unread message', async () => {
  const { id, projectId } = await rig.create({ trigger: { kind: 'inbound', triggerId } });
  await storeEvents(rig.db, id, [requestOf('first')]);
  await rig.letPass(id);
  await rig.look();
  await storeEvents(rig.db, id, [requestOf('second')]);
  await askForRun(rig.db, { projectId, id, now: new Date() });
  expect(await rig.look()).toBe(1);
  expect((await rig.runs(id)).at(-1)).toMatchObject({
    decision: 'nothing',
    why: expect.stringContaining('has not read its last message'),
  });
  expect((await rig.read(id)).heldUntil?.getTime()).toBeGreaterThan(Date.now());
  await settle(rig.db, await rig.jobOf(id), 'open');
  await rig.letPass(id);
  expect(await rig.look()).toBe(1);
  expect(await promptsOf(id)).toContain('<second>');
});

async function fail(job: string, hoursAgo = 0): Promise<void> {
  const error = JSON.stringify({ code: 'internal', detail: 'It was interrupted again and again.' });
  await sql`
    update job set status = 'failed', error = ${error}, messages_read = messages,
      updated_at = now() - make_interval(hours => ${hoursAgo})
    where id = ${job}
  `.execute(rig.db);
}

test('after a job ended while it opened its pull request, no new job starts before the code host reports whether it exists', async () => {
  const { id } = await rig.create({ trigger: { kind: 'inbound', triggerId } });
  await storeEvents(rig.db, id, [requestOf('first')]);
  await rig.letPass(id);
  await rig.look();
  const job = await rig.jobOf(id);
  await settle(rig.db, job, 'open');
  await sql`
    update job_delivery set finished_at = null, pull_request_number = null, pull_request_link = null where job_id = ${job}
  `.execute(rig.db);
  await fail(job);
  await storeEvents(rig.db, id, [requestOf('second')]);
  await rig.letPass(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job']);
  const [unknown] = await listUnknownDeliveries(rig.db, { quietSeconds: 0, most: 1, mostOfProject: 1 });
  if (unknown !== undefined) await recordOutcome(rig.db, unknown, { number: 1, link: 'https://host/pulls/1' });
  await rig.letPass(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'message']);
  expect(await rig.jobOf(id)).toBe(job);
  await sql`update job_delivery set finished_at = null, reconciled_at = null where job_id = ${job}`.execute(rig.db);
  await fail(job, 2);
  await storeEvents(rig.db, id, [requestOf('third')]);
  await rig.letPass(id);
  await rig.look();
  expect(await rig.decisions(id)).toEqual(['job', 'message', 'job']);
});

test('if a person lowers the daily limit during a check, the checked events wait for the next day', async () => {
  const { id, projectId } = await rig.create({ trigger: { kind: 'inbound', triggerId } });
  await storeEvents(rig.db, id, [requestOf('first')]);
  await rig.letPass(id);
  await rig.look();
  await settle(rig.db, await rig.jobOf(id), 'open');
  await storeEvents(rig.db, id, [requestOf('second')]);
  await rig.letPass(id);
  const claimed = await rig.claimOne();
  await changeAutomation(rig.db, { projectId, id, limits: { jobsPerDay: 1 } }, new Date());
  await checkAutomation(rig.services, claimed);
  expect(await rig.decisions(id)).toEqual(['job', 'put_off']);
  await sql`update automation_run set created_at = created_at - interval '25 hours' where automation_id = ${id}`.execute(
    rig.db,
  );
  await rig.letPass(id);
  expect(await rig.look()).toBe(1);
  expect(await promptsOf(id)).toContain('<second>');
});

test('the number of waiting events is bounded, and further events are rejected', async () => {
  const { id } = await rig.create({ trigger: { kind: 'inbound', triggerId } });
  await sql`
    insert into automation_event (automation_id, key, event)
    select ${id}, 'waiting-' || n, '{}' from generate_series(1, 4999) n
  `.execute(rig.db);
  expect(await storeEvents(rig.db, id, [requestOf('a'), requestOf('b')])).toEqual({ stored: 1, isFull: true });
  expect(await storeEvents(rig.db, id, [requestOf('c')])).toEqual({ stored: 0, isFull: true });
});

test('a disabled automation does not store events', async () => {
  const { id, projectId } = await rig.create({ trigger: { kind: 'inbound', triggerId }, enabled: false });
  expect(await storeEvents(rig.db, id, [requestOf('lost')])).toMatchObject({ stored: 0 });
  await changeAutomation(rig.db, { projectId, id, enabled: true }, new Date());
  await rig.letPass(id);
  await rig.look();
  expect(await rig.runs(id)).toEqual([]);
});

test('an issue is handled once, however often its labels change, and only if it has a wanted label or assignee', async () => {
  const { id } = await rig.create({ trigger: { kind: 'issue', labels: ['docs'], assignees: ['wren'] } });
  const issue = { number: 7, title: 'The port is wrong', body: 'It is 8080.', link: 'https://host/issues/7' };
  const keep = async (change: object) =>
    await storeIssue(rig.db, rig.project.id, { ...issue, labels: [], assignees: [], ...change });
  expect(await keep({})).toEqual([]);
  expect(await keep({ labels: ['Docs', 'bug'] })).toEqual(['Weekly']);
  expect(await keep({ labels: ['docs'], assignees: ['Wren'] })).toEqual(['Weekly']);
  expect(await keep({ number: 8, assignees: ['Wren'] })).toEqual(['Weekly']);
  await rig.letPass(id);
  await rig.look();
  const [run, ...others] = await rig.runs(id);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ decision: 'job', events: 2, links: ['https://host/issues/7', 'https://host/issues/7'] });
  expect(await promptsOf(id)).toMatch(/Issue 7:[\s\S]*Issue 8:/);
  await keep({ labels: ['docs', 'urgent'] });
  await rig.letPass(id);
  await rig.look();
  expect(await rig.runs(id)).toHaveLength(1);
});
