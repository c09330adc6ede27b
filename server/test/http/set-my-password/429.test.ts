import { expect, test } from 'vitest';
import { formTokenOf } from '../../../src/http/session/forgery.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { startSite } from '../support/site.ts';

test('guesses on the page count for the API as well', async () => {
  await using site = await startSite();
  const { sessionToken } = await createSession(site.api.db, site.personId, { now: new Date() });
  await site.api.db.updateTable('person').set({ email: 'grace@example.com' }).where('id', '=', site.personId).execute();
  const headers = { cookie: `copydesk_session=person.${sessionToken}`, 'sec-fetch-site': 'same-origin' };
  for (let count = 0; count < 10; count += 1) {
    const reply = await fetch(`${site.origin}/account/password`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/html' },
      body: new URLSearchParams({ token: formTokenOf(sessionToken), password: 'short' }),
      redirect: 'manual',
    });
    expect(reply.status).toBe(400);
  }
  const reply = await fetch(`${site.origin}/v1/me/password`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'a few good words' }),
  });
  expect(reply.status).toBe(429);
  expect(await reply.json()).toMatchObject({ code: 'quota_exceeded' });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});
