import { Me } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';

const path = '/v1/me/password';

test('sets the first password, ends the other sessions, and shows the password nowhere', async () => {
  await using api = await startApi();
  const ada = await signedIn(api, { email: 'ada@example.com' });
  const elsewhere = await ada.again();
  const password = 'a few good words';
  expect((await ada.send('PUT', path, { password })).status).toBe(204);
  expect(Me.parse((await ada.send('GET', '/v1/me')).json).hasPassword).toBe(true);
  expect((await elsewhere.send('GET', '/v1/me')).status).toBe(401);
  const entry = { action: 'person.password', actor_kind: 'person', subject_id: ada.id, detail: { endedSessions: 1 } };
  expect(await actionsOf(api, ada)).toEqual([entry]);
  expect(api.log.join('\n')).not.toContain(password);
});

test('changes the password if the caller sends the current one', async () => {
  await using api = await startApi();
  const ada = await signedIn(api, { email: 'ada@example.com', password: 'the one so far' });
  const first = { current: 'the one so far', password: 'a few good words' };
  expect((await ada.send('PUT', path, first)).status).toBe(204);
  expect((await ada.send('PUT', path, first)).status).toBe(400);
  const second = { current: 'a few good words', password: 'the one so far' };
  expect((await ada.send('PUT', path, second)).status).toBe(204);
});
