import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../support/api.ts';
import { siteOrigin, startCollector } from '../support/collector.ts';
import type { Collector } from '../support/collector.ts';
import { absentProjectId } from '../support/endpoints.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(async () => await collector[Symbol.asyncDispose]());

test.each([
  ['of the right form', absentProjectId],
  ['of another form', 'prj_x'],
  ['without end', 'x'.repeat(2_000)],
  ['of no characters', '%00'],
])('a browser asks for a project with an id %s', async (_form, projectId) => {
  const headers = { origin: siteOrigin, 'content-type': 'text/plain' };
  const options = { key: null, headers, body: '{"path":"/a"}' };
  const reply = await collector.api.send('POST', `/v1/collect/${projectId}`, options);
  expectProblem(reply, 'not_found');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
});
