import { Me } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';

test('changes the caller’s name, and the audit log records it as a change on the page', async () => {
  await using api = await startApi();
  const ada = await signedIn(api, { email: 'ada@example.com' });
  const reply = await ada.send('PATCH', '/v1/me', { name: 'Ada Lovelace' });
  expect(reply.status).toBe(200);
  expect(Me.parse(reply.json)).toMatchObject({ id: ada.id, name: 'Ada Lovelace', email: 'ada@example.com' });
  expect((await ada.send('GET', '/v1/me')).json).toEqual(reply.json);
  const detail = { name: { from: 'Ada', to: 'Ada Lovelace' } };
  const entry = { action: 'person.change', actor_kind: 'person', subject_id: ada.id, detail };
  expect(await actionsOf(api, ada)).toEqual([entry]);
});

test('absent fields stay, and the audit log does not record unchanged ones', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  for (const body of [{}, { name: 'Ada' }]) {
    expect((await ada.send('PATCH', '/v1/me', body)).json).toMatchObject({ name: 'Ada' });
  }
  expect(await actionsOf(api, ada)).toEqual([]);
});
