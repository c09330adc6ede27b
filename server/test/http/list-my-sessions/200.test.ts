import { SessionList } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { signedIn } from '../support/signed-in.ts';

test("answers the caller's own sessions, newest first, and no others", async () => {
  await using api = await startApi();
  const ada = await signedIn(api);
  await signedIn(api);
  const later = await ada.again();
  const reply = await later.send('GET', '/v1/me/sessions');
  expect(reply.status).toBe(200);
  const session = {
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    method: 'link',
    userAgent: 'A browser',
    createdAt: expect.stringMatching(/Z$/),
    expiresAt: expect.stringMatching(/Z$/),
  };
  expect(reply.json).toEqual({
    sessions: [
      { ...session, isCurrent: true },
      { ...session, isCurrent: false },
    ],
  });
  const { sessions } = SessionList.parse((await ada.send('GET', '/v1/me/sessions')).json);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
});
