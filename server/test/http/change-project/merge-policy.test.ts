import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let project: string;
beforeAll(async () => {
  api = await startApi();
  project = `/v1/projects/${api.project.id}`;
});
afterAll(async () => await api[Symbol.asyncDispose]());

const patch = async (mergePolicy: unknown) => await api.send('PATCH', project, { body: { mergePolicy } });

test('a merge policy is off at first, gets defaults when its kinds are set, keeps absent fields, and can be turned off', async () => {
  const whole = { kinds: ['links'], maxFiles: 20, maxChangedLines: 100, quarantineHours: 24, requireChecks: true };
  expect((await api.send('GET', project)).json).toMatchObject({ mergePolicy: null });
  expect((await patch({ kinds: ['links'] })).json).toMatchObject({ mergePolicy: whole });
  expect((await patch({ quarantineHours: 720 })).json).toMatchObject({
    mergePolicy: { ...whole, quarantineHours: 720 },
  });
  const entries = await api.db.selectFrom('audit_entry').select('detail').orderBy('id', 'desc').limit(1).execute();
  expect(entries).toMatchObject([{ detail: { mergePolicy: { from: whole, to: { quarantineHours: 720 } } } }]);
  expect((await patch(null)).json).toMatchObject({ mergePolicy: null });
});

test('a merge policy without kinds is refused', async () => {
  const reply = await patch({ maxFiles: 3 });
  expectProblem(reply, 'invalid_request');
  expect(reply.json).toMatchObject({ errors: [{ pointer: '/mergePolicy/kinds' }] });
});

test.each([
  [{ kinds: [] }, '/mergePolicy/kinds'],
  [{ kinds: ['prose'] }, '/mergePolicy/kinds/0'],
  [{ kinds: ['links', 'links'] }, '/mergePolicy/kinds'],
  [{ kinds: ['links'], quarantineHours: 0 }, '/mergePolicy/quarantineHours'],
  [{ kinds: ['links'], quarantineHours: 721 }, '/mergePolicy/quarantineHours'],
  [{ kinds: ['links'], maxFiles: 1.5 }, '/mergePolicy/maxFiles'],
  [{ kinds: ['links'], requireChecks: 'no' }, '/mergePolicy/requireChecks'],
  ['on', '/mergePolicy'],
])('%j is refused at %s', async (policy, pointer) => {
  const reply = await patch(policy);
  expectProblem(reply, 'invalid_request');
  expect(reply.json).toMatchObject({ errors: [{ pointer }] });
});
