import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('returns 304 for the current tag, in every form of If-None-Match', async () => {
  const path = `/v2/agent/${api.project.id}/job/${(await api.newJob()).id}`;
  const tag = (await api.send('GET', path)).headers.get('etag') ?? '';
  for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const reply = await api.send('GET', path, { headers: { 'if-none-match': header } });
    expect(reply).toMatchObject({ status: 304, text: '' });
    expect(reply.headers.get('etag')).toBe(tag);
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('content-type')).toBeNull();
  }
  expect((await api.send('GET', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  await api.send('POST', `${path}/message`, { body: { prompt: 'x' } });
  await api.send('POST', `${path}/archive`);
  expect((await api.send('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(200);
});
