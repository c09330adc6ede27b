import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, sendWhenThereIsRoom, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a project has at most twenty webhooks, even with concurrent requests', async () => {
  const path = `/v1/webhooks/${api.project.id}`;
  const body = { url: 'https://hooks.example.com/' };
  const replies = await Promise.all(Array.from({ length: 25 }, () => sendWhenThereIsRoom(api, 'POST', path, { body })));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const reply of replies.filter(({ status }) => status !== 201)) expectProblem(reply, 'too_many_webhooks');
  expectProblem(await api.send('POST', path, { body }), 'too_many_webhooks');
});
