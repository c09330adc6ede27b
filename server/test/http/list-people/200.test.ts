import { InvitedPerson, PeopleList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('lists the people of the organisation, oldest first, and nobody who was removed', async () => {
  expect((await api.send('GET', '/v1/people')).json).toEqual({ people: [] });
  const ids: string[] = [];
  for (const name of ['Ada', 'Grace', 'Radia']) {
    const reply = await api.send('POST', '/v1/people', { body: { name, role: 'editor' } });
    ids.push(InvitedPerson.parse(reply.json).id);
  }
  await api.send('DELETE', `/v1/people/${ids[1]}`);
  const foreignKey = await api.newKey({ organisationId: api.foreign.organisationId });
  await api.send('POST', '/v1/people', { key: foreignKey, body: { name: 'Foreign', role: 'owner' } });
  const { people } = PeopleList.parse((await api.send('GET', '/v1/people')).json);
  expect(people.map(({ name }) => name)).toEqual(['Ada', 'Radia']);
});
