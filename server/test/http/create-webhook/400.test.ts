import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const url = 'https://hooks.example.com/';

test.each([
  ['{', 'invalid_json'],
  ['', 'invalid_json'],
  ['\ufffd{', 'invalid_json'],
])('refuses the body %j', async (body, code) => {
  const headers = { 'content-type': 'application/json' };
  expectProblem(await api.send('POST', `/v1/webhooks/${api.project.id}`, { body, headers }), code as 'invalid_json');
});

test.each([
  [{}, '/url'],
  [{ url: 5 }, '/url'],
  [{ url: '' }, '/url'],
  [{ url: 'hooks.example.com' }, '/url'],
  [{ url: 'http://hooks.example.com/' }, '/url'],
  [{ url: 'ftp://hooks.example.com/' }, '/url'],
  [{ url: 'https://user:secret@hooks.example.com/' }, '/url'],
  [{ url: 'https://127.0.0.1/' }, '/url'],
  [{ url: 'https://0x7f.1/' }, '/url'],
  [{ url: 'https://[::ffff:7f00:1]/' }, '/url'],
  [{ url: 'https://169.254.169.254/latest/meta-data' }, '/url'],
  [{ url: `https://hooks.example.com/${'x'.repeat(2_000)}` }, '/url'],
  [{ url, events: [] }, '/events'],
  [{ url, events: 'job.failed' }, '/events'],
  [{ url, events: null }, '/events'],
  [{ url, events: ['job.created'] }, '/events/0'],
  [{ url, events: ['job.failed', 'test'] }, '/events/1'],
  [[], ''],
  ['text', ''],
])('refuses %j', async (fields, pointer) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(fields);
  const reply = await api.send('POST', `/v1/webhooks/${api.project.id}`, { body, headers });
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(errors).toEqual([{ pointer, detail: expect.stringMatching(/./) }]);
  expect(reply.text).not.toContain('secret');
});

test('no refused request created a webhook', async () => {
  expect((await api.send('GET', `/v1/webhooks/${api.project.id}`)).json).toEqual({ webhooks: [] });
});
