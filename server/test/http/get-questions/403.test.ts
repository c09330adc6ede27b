import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { noQuestions } from '../support/questions.ts';
import { signedIn } from '../support/signed-in.ts';

let asked = 0;
let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    askQuestions: async (...of) => {
      asked += 1;
      return await noQuestions.askQuestions(...of);
    },
  });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('a key with read access cannot ask a model, because that costs money', async () => {
  const key = await api.newKey({ scopes: ['agent:read'] });
  const reply = await api.send('GET', `/v1/questions/${api.project.id}?judge=true`, { key });
  expectProblem(reply, 'insufficient_scope');
  expect(reply.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="agent:write"');
  expect(asked).toBe(0);
});

test('a person can ask a model from a page of this server, but not by a link on another site', async () => {
  const path = `/v1/questions/${api.project.id}?judge=true`;
  expectProblem(await (await signedIn(api)).send('GET', path), 'insufficient_scope');
  const owner = await signedIn(api, { role: 'owner' });
  for (const site of ['cross-site', 'same-site', 'none']) {
    expectProblem(await owner.send('GET', path, undefined, { 'sec-fetch-site': site }), 'forbidden_origin');
  }
  expect(asked).toBe(0);
  expect((await owner.send('GET', path)).status).toBe(200);
  expect(asked).toBe(1);
});
