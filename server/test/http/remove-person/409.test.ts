import { InvitedPerson, PeopleList } from '@copydesk/contract';
import { createSession } from '../../../src/people/sessions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

let made = 0;

async function invite(role: string): Promise<string> {
  const reply = await api.send('POST', '/v1/people', { body: { name: `Ada ${(made += 1)}`, role } });
  return InvitedPerson.parse(reply.json).id;
}

test('one owner stays if all are removed or demoted at once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => invite('owner')));
  const replies = await Promise.all(
    ids.map((id, index) =>
      index % 2
        ? api.send('DELETE', `/v1/people/${id}`)
        : api.send('PATCH', `/v1/people/${id}`, { body: { role: 'viewer' } }),
    ),
  );
  const refused = replies.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(1);
  for (const reply of refused) expectProblem(reply, 'last_owner');
  const { people } = PeopleList.parse((await api.send('GET', '/v1/people')).json);
  expect(people.filter(({ role }) => role === 'owner')).toHaveLength(1);
});

test('an owner who never signed in does not replace one who did', async () => {
  const { people } = PeopleList.parse((await api.send('GET', '/v1/people')).json);
  const came = people.find(({ role }) => role === 'owner');
  await createSession(api.db, came?.id ?? '', { now: new Date() });
  const invited = await invite('owner');
  expectProblem(await api.send('DELETE', `/v1/people/${came?.id}`), 'last_owner');
  await createSession(api.db, invited, { now: new Date() });
  expect((await api.send('DELETE', `/v1/people/${came?.id}`)).status).toBe(204);
});
