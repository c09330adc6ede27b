import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  path = `/v1/projects/${api.project.id}`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('each provider reports what it lacks and where its key comes from', async () => {
  const before = await api.send('GET', `${path}/models`);
  expect(before).toMatchObject({ status: 200, json: { model: 'builtin/copyeditor' } });
  expect(before.json).toMatchObject({
    providers: expect.arrayContaining([expect.objectContaining({ provider: 'openai', keyFrom: null, ready: false })]),
    prices: expect.arrayContaining([expect.objectContaining({ model: expect.stringContaining('anthropic/') })]),
  });
  await api.send('PUT', `${path}/model-keys/openai`, { body: { key: 'a-key-of-a-test' } });
  const after = await api.send('GET', `${path}/models`);
  expect(after.json).toMatchObject({
    providers: expect.arrayContaining([expect.objectContaining({ provider: 'openai', ready: true, missing: '' })]),
  });
  expect(after.text).not.toContain('a-key-of-a-test');
});

test('the check succeeds for the built-in model, and reports a finding for an unconfigured one', async () => {
  const own = await api.send('POST', `${path}/models/check`, { body: {} });
  expect(own).toMatchObject({ status: 200, json: { model: 'builtin/copyeditor', ok: true } });
  const other = await api.send('POST', `${path}/models/check`, { body: { model: 'google/gemini-2.5-pro' } });
  expect(other).toMatchObject({ status: 200, json: { ok: false, findings: [{ result: 'failed' }] } });
});

test('an invalid model name is refused', async () => {
  const refused = await api.send('POST', `${path}/models/check`, { body: { model: 'no model' } });
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: '/model' }] } });
});
