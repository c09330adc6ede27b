import { describe, expect, test } from 'vitest';
import { mcpOverHttp } from '../../src/mcp/over-http.ts';
import { createProject } from '../../src/projects/project.ts';
import { startApi } from '../http/support/api.ts';
import { call, connect, eras } from './support/client.ts';

const plugins = [mcpOverHttp()];

describe.each(eras)('a client that negotiates %s', (mode) => {
  test('creates, lists, follows, messages and archives a job', async () => {
    await using api = await startApi({ plugins });
    await using client = await connect(api, { mode });
    const project = api.project.id;

    const { value: job } = await call(client, 'create_job', { prompt: 'Fix typos', project });
    expect(job).toMatchObject({ status: 'active', prLink: null, summary: 'Fix typos' });

    const { value: list } = await call(client, 'list_jobs', { project, status: 'active', limit: 5 });
    expect(list).toMatchObject({ jobs: [{ id: job['id'] }], nextCursor: null });

    const { value: followed } = await call(client, 'follow_job', { project, job: job['id'], waitSeconds: 0 });
    expect(followed).toMatchObject({
      job: { id: job['id'], status: 'active' },
      events: [{ sequence: 1, type: 'message', text: 'Fix typos' }],
      next: 1,
      hasMore: false,
    });

    const { value: messaged } = await call(client, 'message_job', { project, job: job['id'], prompt: 'In docs/ only' });
    expect(messaged).toMatchObject({ id: job['id'], status: 'active' });
    const { value: rest } = await call(client, 'follow_job', { project, job: job['id'], after: 1, waitSeconds: 0 });
    expect(rest).toMatchObject({ events: [{ text: 'In docs/ only' }], next: 2 });

    const { value: archived } = await call(client, 'archive_job', { project, job: job['id'] });
    expect(archived).toMatchObject({ id: job['id'], status: 'archived' });
  });
});

test('a repeated call with the same idempotency key starts no second job', async () => {
  await using api = await startApi({ plugins });
  await using client = await connect(api);
  const given = { prompt: 'Fix typos', project: api.project.id, idempotencyKey: 'once' };
  const { value: first } = await call(client, 'create_job', given);
  const { value: again } = await call(client, 'create_job', given);
  expect(again['id']).toBe(first['id']);
  const other = await call(client, 'create_job', { ...given, prompt: 'Something else' });
  expect(other).toMatchObject({ isError: true, value: { code: 'idempotency_key_reused', status: 422 } });
});

test('a waiting client gets progress, and its answer when the job has ended', async () => {
  await using api = await startApi({ plugins });
  await using client = await connect(api);
  const { id: job } = await api.newJob({ prompt: 'Fix typos' });
  const project = api.project.id;
  const heard: (string | undefined)[] = [];
  const waiting = client.callTool(
    { name: 'follow_job', arguments: { project, job, waitSeconds: 50 } },
    { onprogress: ({ message }) => void heard.push(message) },
  );
  await expect.poll(() => heard).toEqual(['Fix typos']);
  await api.send('POST', `/v2/agent/${project}/job/${job}/archive`);
  const { content } = await waiting;
  expect(JSON.parse(content[0]?.type === 'text' ? content[0].text : '')).toMatchObject({
    job: { status: 'archived' },
    events: [{ type: 'message' }, { type: 'archived' }],
  });
});

test('a key that may use one project needs no project argument', async () => {
  await using api = await startApi({ plugins });
  const key = await api.newKey({ projectId: api.project.id, scopes: ['agent:read', 'agent:write'] });
  await using client = await connect(api, { key });
  const { value } = await call(client, 'create_job', { prompt: 'Fix typos' });
  expect(value).toMatchObject({ status: 'active' });
  await using all = await connect(api);
  expect((await call(all, 'create_job', { prompt: 'Fix typos' })).value).toMatchObject({ status: 'active' });
  await createProject(api.db, { ...api.project, id: undefined, name: 'Another' });
  expect((await call(client, 'create_job', { prompt: 'Fix typos' })).value).toMatchObject({ status: 'active' });
  const { isError, value: problem } = await call(all, 'create_job', { prompt: 'Fix typos' });
  expect(isError).toBe(true);
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/project' }] });
});
