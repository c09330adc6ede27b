import { InvitedPerson } from '@copydesk/contract';
import { createSession, readSession } from '../../../src/people/sessions.ts';
import { useSignInLink } from '../../../src/people/sign-in-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('ends what the person had: sessions and links', async () => {
  const reply = await api.send('POST', '/v1/people', { body: { name: 'Ada', role: 'viewer' } });
  const { id, link } = InvitedPerson.parse(reply.json);
  const { sessionToken } = await createSession(api.db, id, { now: new Date() });
  expect(await readSession(api.db, sessionToken)).toBeDefined();
  expect((await api.send('DELETE', `/v1/people/${id}`)).status).toBe(204);
  expect(await readSession(api.db, sessionToken)).toBeUndefined();
  const used = useSignInLink(api.db, link?.split('/').at(-1) ?? '', new Date());
  await expect(used).rejects.toThrow('used already');
  expect((await api.send('DELETE', `/v1/people/${id}`)).status).toBe(404);
  const log = await api.send('GET', '/v1/audit?action=person.remove');
  expect(log.json).toMatchObject({ entries: [{ subject: { kind: 'person', id, name: 'Ada' } }] });
});
