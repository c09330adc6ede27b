import { InvitedPerson } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  [{ role: 'admin' }, '/role'],
  [{ name: 'x'.repeat(101) }, '/name'],
  [{ email: 'nobody' }, '/email'],
  [{ revision: -1 }, '/revision'],
  [{ revision: '1' }, '/revision'],
])('refuses %j', async (body, pointer) => {
  const invited = await api.send('POST', '/v1/people', { body: { name: 'Ada', role: 'viewer' } });
  const { id } = InvitedPerson.parse(invited.json);
  const { errors } = expectProblem(await api.send('PATCH', `/v1/people/${id}`, { body }), 'invalid_request');
  expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
});
