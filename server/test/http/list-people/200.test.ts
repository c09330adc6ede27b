import { InvitedPerson, PeopleList } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('lists the people of the organisation, oldest first, without removed people', async () => {
  expect((await api.send('GET', '/v1/people')).json).toEqual({ people: [], nextCursor: null });
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

async function list(query: string): Promise<PeopleList> {
  const reply = await api.send('GET', `/v1/people${query}`);
  expect(reply.status).toBe(200);
  return PeopleList.parse(reply.json);
}

test('each page leads to the next, and every person is in exactly one, even if the last one is removed meanwhile', async () => {
  for (let number = 0; number < 7; number += 1) {
    await api.send('POST', '/v1/people', { body: { name: `Page ${number}`, role: 'viewer' } });
  }
  const { people: all, nextCursor: none } = await list('?limit=100');
  expect(none).toBeNull();
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: PeopleList = await list(`?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.people.map(({ id }) => id));
    await api.send('DELETE', `/v1/people/${page.people.at(-1)?.id}`);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all.map(({ id }) => id));
});

async function names(q: string): Promise<string[]> {
  return (await list(`?q=${encodeURIComponent(q)}`)).people.map(({ name }) => name);
}

test('is filtered by the literal text in names and e-mail addresses', async () => {
  for (const [name, email] of [
    ['Hedy Lamarr', 'hedy@example.com'],
    ['50% off_', 'half@example.com'],
  ]) {
    await api.send('POST', '/v1/people', { body: { name, role: 'viewer', email } });
  }
  expect(await names('LAMARR')).toEqual(['Hedy Lamarr']);
  expect(await names('half@')).toEqual(['50% off_']);
  expect(await names('0% o')).toEqual(['50% off_']);
  expect(await names('f_')).toEqual(['50% off_']);
  expect(await names('nobody')).toEqual([]);
});
