import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../../../src/people/people.ts';
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
  const { id } = await createPerson(api.db, {
    organisationId: api.project.organisationId,
    name: 'Ada',
    role: 'viewer',
  });
  const { errors } = expectProblem(await api.send('PATCH', `/v1/people/${id}`, { body }), 'invalid_request');
  expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
});

test('refuses a name in use, but keeps existing duplicates', async () => {
  const { organisationId } = api.project;
  const olga = await createPerson(api.db, { organisationId, name: 'Olga Owner' });
  const { id } = await createPerson(api.db, { organisationId, name: 'Vera Viewer', role: 'viewer' });
  const reply = await api.send('PATCH', `/v1/people/${id}`, { body: { name: 'olga owner' } });
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(errors).toEqual([{ pointer: '/name', detail: 'belongs to another person here' }]);
  const twin = await createPerson(api.db, { organisationId, name: 'Olga Owner', role: 'viewer' });
  for (const { id: one } of [olga, twin]) {
    const body = { name: 'Olga OWNER', email: `${one}@example.com` };
    expect((await api.send('PATCH', `/v1/people/${one}`, { body })).status).toBe(200);
  }
});
