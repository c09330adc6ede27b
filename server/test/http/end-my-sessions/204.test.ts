import { SessionList } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';

test('ends all of the person’s sessions but the current one, once, and not those of others', async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  const others = [await ada.again(), await ada.again()];
  const grace = await signedIn(api);
  for (let count = 0; count < 2; count += 1) {
    expect((await ada.send('DELETE', '/v1/me/sessions')).status).toBe(204);
  }
  const { sessions } = SessionList.parse((await ada.send('GET', '/v1/me/sessions')).json);
  expect(sessions).toMatchObject([{ isCurrent: true }]);
  for (const other of others) expect((await other.send('GET', '/v1/me')).status).toBe(401);
  expect((await grace.send('GET', '/v1/me')).status).toBe(200);
  const entry = { action: 'session.end', actor_kind: 'person', subject_id: ada.id, detail: { sessions: 2 } };
  expect(await actionsOf(api, ada)).toEqual([entry]);
});
