import { InvitedPerson } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

let made = 0;

async function invite(role: string, email: string | null = null): Promise<string> {
  const reply = await api.send('POST', '/v1/people', { body: { name: `Ada ${(made += 1)}`, role, email } });
  return InvitedPerson.parse(reply.json).id;
}

test('the last owner cannot be demoted, and other fields can still be changed', async () => {
  const id = await invite('owner');
  await invite('editor');
  expectProblem(await api.send('PATCH', `/v1/people/${id}`, { body: { role: 'editor' } }), 'last_owner');
  expect((await api.send('PATCH', `/v1/people/${id}`, { body: { name: 'Ada L.' } })).json).toMatchObject({
    role: 'owner',
    name: 'Ada L.',
  });
});

test('a request with an old revision gets the current values, and one of two concurrent requests succeeds', async () => {
  const path = `/v1/people/${await invite('viewer')}`;
  const change = async (name: string) => await api.send('PATCH', path, { body: { name, revision: 0 } });
  const replies = await Promise.all([change('First'), change('Second')]);
  const losers = replies.filter(({ status }) => status === 409);
  expect(losers).toHaveLength(1);
  for (const loser of losers) expect(expectProblem(loser, 'changed_meanwhile').detail).toMatch(/First|Second/);
});
