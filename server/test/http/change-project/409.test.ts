import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('the later request gets the current value of each field', async () => {
  const path = `/v1/projects/${api.project.id}`;
  await api.send('PATCH', path, { body: { revision: 0, name: 'First', guardViews: 5 } });
  const later = await api.send('PATCH', path, { body: { revision: 0, name: 'Second', guardViews: 5 } });
  const { errors } = expectProblem(later, 'changed_meanwhile');
  expect(errors).toEqual([{ pointer: '/name', detail: 'is now "First"; you sent "Second"' }]);
  expect((await api.send('GET', path)).json).toMatchObject({ name: 'First', revision: 1 });
  // A request for the value that is stored by now causes no conflict.
  expect((await api.send('PATCH', path, { body: { revision: 0, name: 'First' } })).status).toBe(200);
});

test('only one of many concurrent requests with the same revision succeeds', async () => {
  const path = `/v1/projects/${api.project.id}`;
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      api.send('PATCH', path, { body: { revision: 1, instructions: `Number ${index}` } }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(7);
});
