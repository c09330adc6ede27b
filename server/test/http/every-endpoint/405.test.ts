import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { everyRoute } from '../support/endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each(everyRoute)('%s refuses other methods before it checks credentials', async (_name, endpoint) => {
  const path = pathOf(endpoint, {
    projectId: 'prj_x',
    jobId: 'job_x',
    webhookId: 'whk_x',
    triggerId: 'trg_x',
    automationId: 'aut_x',
    deliveryId: 'msg_x',
    keyId: 'key_x',
    shareId: 'shr_x',
    sessionId: 'x',
  });
  const same = everyRoute.filter(([, other]) => other.path === endpoint.path);
  const allowed: string[] = same.flatMap(([, { method }]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  // Browsers send a preflight from other sites (https://fetch.spec.whatwg.org/#cors-preflight-fetch).
  if (endpoint.keyless) allowed.unshift('OPTIONS');
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter(
    (one) => !allowed.includes(one),
  );
  for (const method of others) {
    const reply = await api.send(method, path, { key: null });
    expectProblem(reply, 'method_not_allowed');
    expect(reply.headers.get('allow')?.split(', ').sort()).toEqual(allowed.toSorted());
  }
});

test('HEAD is refused where only POST is allowed', async () => {
  const reply = await api.send('HEAD', '/v2/agent/prj_x/job', { key: null });
  expect(reply.status).toBe(405);
  expect(reply.headers.get('allow')).toBe('POST');
  expect(reply.text).toBe('');
});

test('HEAD returns the headers of GET without a body', async () => {
  const path = `/v2/agent/${api.project.id}/job/${(await api.newJob()).id}`;
  const [get, head] = [await api.send('GET', path), await api.send('HEAD', path)];
  expect(head.status).toBe(200);
  expect(head.text).toBe('');
  for (const name of ['etag', 'content-type', 'content-length'])
    expect(head.headers.get(name)).toBe(get.headers.get(name));
});
