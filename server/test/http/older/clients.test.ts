import { DefaultChatTransport } from 'ai';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { appendEvents } from '../../../src/jobs/events.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

/** What existing clients send to the older version, and what they read of its responses. */

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ limits: { heartbeatMilliseconds: 60_000, eventStreams: 50 } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

const jobs = () => `/v1/agent/${api.project.id}/job`;
const axiosAccepts = 'application/json, text/plain, */*';

/** Does with the newest job what a worker does that changes a page. */
async function workOnNewest(): Promise<string> {
  const { id } = await api.db.selectFrom('job').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const prLink = 'https://git.example.com/docs/pull/7';
  const usage = { inputTokens: 1, outputTokens: 1 };
  const step = { step: 1, messages: [0], text: 'Renamed it.', tools: [], changedFiles: ['a.md'], usage };
  await api.db.transaction().execute(async (transaction) => {
    await appendEvents(transaction, id, [
      { type: 'step', data: step },
      { type: 'completed', data: { prLink, summary: 'Renamed it.' } },
    ]);
    const outcome = JSON.stringify({ kind: 'changed', text: 'Renamed it.' });
    const change = { status: 'completed', pr_link: prLink, outcome };
    await transaction.updateTable('job').set(change).where('id', '=', id).execute();
  });
  return id;
}

async function whenThereIsOneMore(before: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { json } = await api.send('GET', `/v1/agent/${api.project.id}/jobs?take=100`);
    if (sessionsIn(json).length > before) return;
    await setTimeout(50);
  }
}

function sessionsIn(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null || !('allSessions' in json)) return [];
  return Array.isArray(json.allSessions) ? json.allSessions : [];
}

async function promptOf(id: unknown): Promise<string> {
  const query = api.db.selectFrom('job_message').select('prompt').where('job_id', '=', String(id));
  return (await query.executeTakeFirstOrThrow()).prompt;
}

test('a script with curl: drafts by a text, the id in a header, then polls until the job has halted', async () => {
  const before = sessionsIn((await api.send('GET', `/v1/agent/${api.project.id}/jobs?take=100`)).json).length;
  const messages = [
    { role: 'system', content: 'Write a changelog.' },
    { role: 'user', content: 'Here is the diff:\n\n```diff\n+ /v1/upload\n```' },
  ];
  const answer = api.send('POST', jobs(), { body: { messages, asDraft: 'true' }, headers: { accept: '*/*' } });
  await whenThereIsOneMore(before);
  const id = await workOnNewest();
  const reply = await answer;
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  expect(reply.headers.get('x-session-id')).toBe(id);
  expect(reply.headers.get('x-branch-name')).toBe(`copydesk/${id}`);
  expect(reply.text).toContain('Renamed it.');
  const halted = await api.send('GET', `${jobs()}/${id}`, { headers: { accept: '*/*' } });
  expect(halted.json).toMatchObject({
    haulted: true,
    haultReason: 'completed',
    branch: `copydesk/${id}`,
    pullRequestLink: 'https://git.example.com/docs/pull/7',
    messageToUser: 'Renamed it.',
  });
  expect(await promptOf(id)).toMatch(/^Here is the diff:[^]*\n\nInstructions of this job:\nWrite a changelog\.$/);
  const { as_draft: asDraft } = await api.db
    .selectFrom('job')
    .select('as_draft')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(asDraft).toBe(true);
});

test("a chat platform's integration: one system message, and an answer as plain text", async () => {
  const before = sessionsIn((await api.send('GET', `/v1/agent/${api.project.id}/jobs?take=100`)).json).length;
  const body = { branch: 'docs from chat', messages: [{ role: 'system', content: 'Fix broken links' }] };
  const answer = api.send('POST', jobs(), { body, headers: { accept: axiosAccepts } });
  await whenThereIsOneMore(before);
  const id = await workOnNewest();
  const reply = await answer;
  expect(reply.json).toBeUndefined();
  expect(reply.text).toContain('Pull request: https://git.example.com/docs/pull/7');
  expect(reply.headers.get('x-branch-name')).toBe('docs-from-chat');
  expect(await promptOf(id)).toBe('Fix broken links');
  const all = await api.send('GET', `/v1/agent/${api.project.id}/jobs`, { headers: { accept: axiosAccepts } });
  const [newest] = sessionsIn(all.json);
  expect(newest).toMatchObject({ sessionId: id, subdomain: api.project.id, branch: 'docs-from-chat', todos: [] });
  expect(Object.values(newest ?? {})).not.toContain(null);
});

test("a workflow engine's node: it accepts only JSON, so the answer comes at once, with the id in a header", async () => {
  const body = { branch: 'main', messages: [{ role: 'user', content: 'test' }] };
  const reply = await api.send('POST', jobs(), { body, headers: { accept: 'application/json' } });
  const id = reply.headers.get('x-session-id') ?? '';
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ sessionId: id, id, haulted: false, status: 'active', haultReason: 'processing' });
  expect(reply.headers.get('x-branch-name')).toBe(`copydesk/${id}`);
  const page = await api.send('GET', `/v1/agent/${api.project.id}/jobs?skip=0&take=1`);
  expect(page.json).toMatchObject({ allSessions: [{ sessionId: id }] });
  const next = await api.send('GET', `/v1/agent/${api.project.id}/jobs?skip=1&take=1`);
  expect(next.json).not.toMatchObject({ allSessions: [{ sessionId: id }] });
});

test('the chat of the AI SDK reads the stream as a message of an assistant', async () => {
  const before = sessionsIn((await api.send('GET', `/v1/agent/${api.project.id}/jobs?take=100`)).json).length;
  const transport = new DefaultChatTransport({
    api: `http://127.0.0.1:${api.port}${jobs()}`,
    headers: { authorization: `Bearer ${api.adminKey}` },
  });
  const said = await transport.sendMessages({
    chatId: 'one',
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
    messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Fix broken links' }] }],
  });
  await whenThereIsOneMore(before);
  const id = await workOnNewest();
  const chunks: object[] = [];
  for await (const chunk of said) chunks.push(chunk);
  expect(chunks[0]).toEqual({ type: 'start', messageId: id });
  expect(chunks).toContainEqual({ type: 'text-delta', id: 'step-1', delta: 'Renamed it.' });
  expect(chunks.at(-1)).toEqual({ type: 'finish' });
});

test('a stream ends when its job ends or its key is revoked', async () => {
  const key = await api.newKey({ name: 'older', scopes: ['agent:write'] });
  const body = { messages: [{ role: 'user', content: 'wait' }] };
  const open = async () => {
    const reply = await fetch(`http://127.0.0.1:${api.port}${jobs()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { reply, jobId: reply.headers.get('x-session-id') ?? '' };
  };
  const first = await open();
  await archiveJob(api.db, { projectId: api.project.id, jobId: first.jobId, by: 'person' });
  expect(await first.reply.text()).toMatch(/archived before its end[^]*\[DONE\]\n\n$/);
  const second = await open();
  await api.db.updateTable('api_key').set({ revoked_at: new Date() }).where('name', '=', 'older').execute();
  await api.send('POST', `/v2/agent/${api.project.id}/job/${second.jobId}/message`, { body: { prompt: 'on' } });
  expect(await second.reply.text()).not.toContain('[DONE]');
});

test('the same request with the same idempotency key is answered with the same job', async () => {
  const body = { messages: [{ role: 'user', content: 'once' }] };
  const headers = { 'idempotency-key': 'older-1', accept: 'application/json' };
  const first = await api.send('POST', jobs(), { body, headers });
  const again = await api.send('POST', jobs(), { body, headers });
  expect(again.headers.get('x-session-id')).toBe(first.headers.get('x-session-id'));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expectProblem(
    await api.send('POST', jobs(), { body: { ...body, asDraft: true }, headers }),
    'idempotency_key_reused',
  );
});

test.each([
  [{}, '/messages'],
  [{ messages: [] }, '/messages'],
  [{ messages: 'Fix it' }, '/messages'],
  [{ messages: [{ role: 'tool', content: 'x' }] }, '/messages/0/role'],
  [{ messages: [{ role: 'user' }] }, '/messages/0/content'],
  [{ messages: [{ role: 'user', content: ' ' }] }, '/messages'],
  [{ messages: [{ role: 'user', content: 'x' }], asDraft: 'yes' }, '/asDraft'],
  [{ messages: [{ role: 'user', content: 'x' }], branch: 7 }, '/branch'],
])('%j is refused with its place', async (body, pointer) => {
  const problem = expectProblem(await api.send('POST', jobs(), { body }), 'invalid_request');
  expect(problem.errors).toMatchObject([{ pointer }]);
});

test('every answer, including errors, reports that the version is deprecated and links to its successor', async () => {
  const absent = 'job_00000000000000000000000000';
  for (const path of [`${jobs()}/${absent}`, `/v1/agent/${api.project.id}/jobs`]) {
    const { headers } = await api.send('GET', path);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    const successor = `https://desk.example.com${path.replace('/v1/', '/v2/')}`;
    expect(headers.get('link')).toBe(`<${successor}>; rel="successor-version"`);
  }
});
