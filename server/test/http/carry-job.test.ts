import { Backport, Job } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, startApi } from './support/api.ts';
import type { TestApi } from './support/api.ts';
import { deliver } from './support/delivered.ts';
import { absentJobId } from './support/endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const path = (suffix = '') => `/v2/agent/${api.project.id}/job${suffix}`;

/** Creates a job with a pull request in the given state. */
async function changed(state: 'open' | 'merged' | 'closed'): Promise<string> {
  const { id } = Job.parse((await api.send('POST', path(), { body: { prompt: 'Fix the links' } })).json);
  await deliver(api.db, id, state);
  return id;
}

const undo = async (id: string, headers: Record<string, string> = {}) =>
  await api.send('POST', path(`/${id}/undo`), { headers });

const backport = async (id: string, body: unknown, headers: Record<string, string> = {}) =>
  await api.send('POST', path(`/${id}/backport`), { body: body as object, headers });

describe('POST …/undo', () => {
  test('returns a new job with a link to the undone one, and lists it', async () => {
    const id = await changed('merged');
    const reply = await undo(id);
    expect(reply.status).toBe(201);
    const job = Job.parse(reply.json);
    const page = expect.stringMatching(new RegExp(`/projects/${api.project.id}/jobs/${id}$`));
    expect(job).toMatchObject({ status: 'active', prLink: null, madeFrom: { kind: 'undo', job: id, page } });
    expect(reply.headers.get('location')).toContain(`/job/${job.id}`);
    const list = await api.send('GET', `/v2/agent/${api.project.id}/jobs`, {});
    expect(list.json).toMatchObject({ jobs: expect.arrayContaining([job]) });
    const problem = expectProblem(await undo(id), 'already_undone');
    expect(problem.detail).toContain(job.id);
  });

  test('with an idempotency key returns the same job again, and rejects another request with that key', async () => {
    const id = await changed('merged');
    const headers = { 'idempotency-key': `undo-${id}` };
    const [first, again] = [await undo(id, headers), await undo(id, headers)];
    expect(Job.parse(again.json).id).toBe(Job.parse(first.json).id);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expectProblem(await undo(await changed('merged'), headers), 'idempotency_key_reused');
  });

  test('is refused where there is nothing to undo', async () => {
    expectProblem(await undo(await changed('open')), 'pull_request_not_merged');
    expectProblem(await undo(await changed('closed')), 'nothing_to_carry');
    expectProblem(await undo(absentJobId), 'not_found');
  });

  test('of an archived job creates a job, too', async () => {
    const id = await changed('merged');
    await api.send('POST', path(`/${id}/archive`), {});
    expect((await undo(id)).status).toBe(201);
  });
});

describe('POST …/backport', () => {
  test('creates a job for each branch in order, and returns the same jobs again for the same key', async () => {
    const id = await changed('open');
    const headers = { 'idempotency-key': `backport-${id}` };
    const refs = ['release/3.x', 'release/1.x', 'release/2.x'];
    const first = await backport(id, { refs }, headers);
    expect(first.status).toBe(201);
    const { jobs } = Backport.parse(first.json);
    expect(jobs.map(({ summary }) => / to (\S+): /.exec(summary)?.[1])).toEqual(refs);
    const again = await backport(id, { refs }, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(Backport.parse(again.json).jobs.map((job) => job.id)).toEqual(jobs.map((job) => job.id));
    expectProblem(await backport(id, { refs: ['release/4.x'] }, headers), 'idempotency_key_reused');
    expectProblem(await backport(id, { refs: ['release/4.x', 'release/1.x'] }), 'already_backported');
  });

  test.each([
    {},
    { refs: [] },
    { refs: 'release/1.x' },
    { refs: ['a', 'a'] },
    { refs: ['has space'] },
    { refs: Array.from({ length: 21 }, (_, at) => `release/${at}`) },
    { refs: ['main'] },
  ])('refuses %j', async (body) => {
    expectProblem(await backport(await changed('merged'), body), 'invalid_request');
  });
});
