import { Automation, AutomationDryRun, AutomationList, AutomationRun, AutomationRunList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v1/automations/${api.project.id}`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

const good = { name: 'Weekly', trigger: { kind: 'schedule' }, prompt: 'Fix broken links' };

async function create(change: object = {}): Promise<Automation> {
  const reply = await api.send('POST', path, { body: { ...good, ...change } });
  expect(reply.status).toBe(201);
  return Automation.parse(reply.json);
}

test('an automation is created with defaults, listed, changed, run and deleted, and the audit log records each action', async () => {
  const made = await create();
  expect(made).toMatchObject({
    trigger: { kind: 'schedule', cron: '0 6 * * 1', timeZone: 'UTC' },
    limits: { jobsPerDay: 5, usdPerMonth: null, quietHours: null },
    enabled: true,
    nextAt: expect.stringContaining('T06:00:00.000Z'),
    lastRun: null,
  });
  const one = `${path}/${made.id}`;
  const body = { limits: { jobsPerDay: 1 }, trigger: { kind: 'schedule', cron: '@daily', timeZone: 'Asia/Tokyo' } };
  const changed = Automation.parse((await api.send('PATCH', one, { body })).json);
  expect(changed).toMatchObject({
    ...made,
    ...body,
    limits: { ...made.limits, jobsPerDay: 1 },
    nextAt: expect.any(String),
  });
  expect(changed.nextAt).toContain('T15:00:00.000Z');
  const asked = await api.send('POST', `${one}/run`);
  expect(asked.status).toBe(202);
  const run = AutomationRun.parse(asked.json);
  expect(run).toMatchObject({ decision: 'waiting', begunBy: 'hand', job: null });
  expect(AutomationRun.parse((await api.send('POST', `${one}/run`)).json).id).toBe(run.id);
  expect(AutomationRunList.parse((await api.send('GET', `${one}/runs`)).json)).toEqual({
    runs: [run],
    nextCursor: null,
  });
  const { automations } = AutomationList.parse((await api.send('GET', path)).json);
  expect(automations).toEqual([{ ...changed, lastRun: run }]);
  expect((await api.send('DELETE', one)).status).toBe(204);
  expectProblem(await api.send('GET', one), 'not_found');
  const actions = await api.db
    .selectFrom('audit_entry')
    .select('action')
    .where('subject_id', '=', made.id)
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'automation.create',
    'automation.change',
    'automation.run',
    'automation.delete',
  ]);
});

test('a change keeps the limits and settings that it does not name', async () => {
  const limits = { jobsPerDay: 2, usdPerMonth: 20, quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' } };
  const { id } = await create({ limits });
  const change = async (body: object) => Automation.parse((await api.send('PATCH', `${path}/${id}`, { body })).json);
  expect((await change({ limits: { jobsPerDay: 1 } })).limits).toEqual({ ...limits, jobsPerDay: 1 });
  expect((await change({ limits: { quietHours: null } })).limits).toMatchObject({ usdPerMonth: 20, quietHours: null });
  expect(await change({ name: 'Other' })).toMatchObject({ name: 'Other', limits: { jobsPerDay: 1, usdPerMonth: 20 } });
});

test('a dry run reports the runs within the limits, and that their cost is unknown', async () => {
  const limits = { jobsPerDay: 1, quietHours: { from: '00:00', to: '06:00' } };
  const { id } = await create({ trigger: { kind: 'schedule', cron: '0 */6 * * *' }, limits });
  const reported = AutomationDryRun.parse((await api.send('GET', `${path}/${id}/dry-run`)).json);
  expect(reported.runs).toHaveLength(120);
  expect(reported).toMatchObject({ jobs: 30, costUsd: null, average: null });
  expect(reported.runs.filter(({ decision }) => decision === 'put_off')).toHaveLength(90);
  expect(reported.notes.join(' ')).toContain('No job of the project was completed with this model yet');
});

test('a key that may read jobs can read automations, but cannot change or run them', async () => {
  const { id } = await create();
  const key = await api.newKey({ scopes: ['agent:read'] });
  expect((await api.send('GET', path, { key })).status).toBe(200);
  expect((await api.send('GET', `${path}/${id}/dry-run`, { key })).status).toBe(200);
  expectProblem(await api.send('POST', `${path}/${id}/run`, { key }), 'insufficient_scope');
  expectProblem(await api.send('DELETE', `${path}/${id}`, { key }), 'insufficient_scope');
});

test('an invalid automation is rejected with its field, and so is the 51st of a project', async () => {
  const cases: [object, string][] = [
    [{ name: ' ' }, '/name'],
    [{ prompt: '' }, '/prompt'],
    [{ prompt: 'x'.repeat(8_001) }, '/prompt'],
    [{ trigger: { kind: 'sunrise' } }, '/trigger/kind'],
    [{ trigger: { kind: 'schedule', cron: '99 * * * *' } }, '/trigger/cron'],
    [{ trigger: { kind: 'schedule', cron: '* * * * *' } }, '/trigger/cron'],
    [{ trigger: { kind: 'schedule', cron: '0 0 30 2 *' } }, '/trigger/cron'],
    [{ trigger: { kind: 'schedule', cron: 'a\0' } }, '/trigger/cron'],
    [{ trigger: { kind: 'schedule', timeZone: 'Mars/Olympus' } }, '/trigger/timeZone'],
    [{ trigger: { kind: 'schedule', every: 5 } }, '/trigger/every'],
    [{ limits: { jobsPerDay: 0 } }, '/limits/jobsPerDay'],
    [{ limits: { usdPerMonth: -1 } }, '/limits/usdPerMonth'],
    [{ limits: { quietHours: { from: '25:00', to: '07:00' } } }, '/limits/quietHours/from'],
    [{ limits: { quietHours: { from: '07:00', to: '07:00' } } }, '/limits/quietHours/to'],
    [{ limits: { quietHours: { from: '22:00', to: '07:00', timeZone: 'X' } } }, '/limits/quietHours/timeZone'],
    [{ url: 'x' }, '/url'],
  ];
  for (const [change, pointer] of cases) {
    const reply = await api.send('POST', path, { body: { ...good, ...change } });
    const { errors } = expectProblem(reply, 'invalid_request');
    expect(errors).toEqual([expect.objectContaining({ pointer })]);
  }
  const { automations } = AutomationList.parse((await api.send('GET', path)).json);
  for (let count = automations.length; count < 50; count += 1) await create();
  expectProblem(await api.send('POST', path, { body: good }), 'too_many_automations');
});
