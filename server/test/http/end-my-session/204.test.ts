import { SessionList } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';
import type { SignedIn } from '../support/signed-in.ts';

const path = '/v1/me/sessions';

async function currentOf(somebody: SignedIn): Promise<string> {
  const { sessions } = SessionList.parse((await somebody.send('GET', path)).json);
  return sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
}

test('ends a session in another browser, and not a third one', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  const [other, third] = [await ada.again(), await ada.again()];
  const reply = await ada.send('DELETE', `${path}/${await currentOf(other)}`);
  expect(reply.status).toBe(204);
  expect(reply.headers.get('set-cookie')).toBeNull();
  expect((await other.send('GET', '/v1/me')).status).toBe(401);
  expect((await third.send('GET', '/v1/me')).status).toBe(200);
  const entry = { action: 'session.end', actor_kind: 'person', subject_id: ada.id, detail: { sessions: 1 } };
  expect(await actionsOf(api, ada)).toEqual([entry]);
});

test('ending the current session signs out', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  const reply = await ada.send('DELETE', `${path}/${await currentOf(ada)}`);
  expect(reply.status).toBe(204);
  expect(reply.headers.get('set-cookie')).toMatch(/^__Host-copydesk_session=; Path=\/; Max-Age=0;/);
  expect((await ada.send('GET', '/v1/me')).status).toBe(401);
  expect(await actionsOf(api, ada)).toMatchObject([{ action: 'sign-out', subject_id: ada.id }]);
});
