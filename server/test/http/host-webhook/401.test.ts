import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostWebhooksOf } from '../../../src/wiring/hosts/host-webhooks.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { connectProject, testBox } from '../../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    hostWebhooks: { read: (projectId, webhook) => hostWebhooksOf(api, testBox).read(projectId, webhook) },
  });
  await connectProject(api.db, api.project.id, { host: 'github', webhookSecret: 'the right one' });
  await connectProject(api.db, api.foreign.id, { host: 'gitlab', webhookSecret: 'the right one' });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

const body = JSON.stringify({ zen: 'Keep it logically awesome.' });

function github(secret: string) {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const event = { 'x-github-event': 'ping', 'x-hub-signature-256': signature };
  return { key: null, body, headers: { ...event, 'content-type': 'application/json' } };
}

test('a webhook with the right signature is accepted', async () => {
  const reply = await api.send('POST', `/v1/code-host/${api.project.id}/webhook`, github('the right one'));
  expect(reply.json).toEqual({ events: 0 });
});

test('a wrong signature, a missing one and a missing project get the same answer', async () => {
  const absent = `prj_${'0'.repeat(22)}`;
  const asked = [
    [api.project.id, github('a wrong one')],
    [api.project.id, { key: null, body, headers: { 'x-github-event': 'ping' } }],
    [api.project.id, { key: null, body }],
    [absent, github('the right one')],
    ['prj_x', github('the right one')],
    ['%00', github('the right one')],
    // The connection of another kind of host, with the same secret.
    [api.foreign.id, github('the right one')],
  ] as const;
  const problems = [];
  for (const [id, options] of asked) {
    const reply = await api.send('POST', `/v1/code-host/${id}/webhook`, options);
    problems.push({ ...expectProblem(reply, 'invalid_signature'), requestId: '', instance: '' });
  }
  for (const problem of problems) expect(problem).toEqual(problems[0]);
  expect(await api.db.selectFrom('host_event').selectAll().execute()).toEqual([]);
});

test('an API key is not a signature', async () => {
  const reply = await api.send('POST', `/v1/code-host/${api.project.id}/webhook`, { body: {} });
  expectProblem(reply, 'invalid_signature');
});
