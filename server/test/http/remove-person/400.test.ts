import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, readPerson } from '../../../src/people/people.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('removing a person requires a clear choice about what they created', async () => {
  const { organisationId } = api.project;
  const { id } = await createPerson(api.db, { organisationId, name: 'Ada' });
  const reply = await api.send('DELETE', `/v1/people/${id}?revokeMade=perhaps`);
  expect(expectProblem(reply, 'invalid_request').errors).toMatchObject([{ parameter: 'revokeMade' }]);
  expect(await readPerson(api.db, { organisationId, personId: id })).toMatchObject({ name: 'Ada' });
});
