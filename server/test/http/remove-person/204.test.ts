import { InvitedPerson } from '@copydesk/contract';
import { readAudit } from '../../../src/audit/read.ts';
import { makeKey } from '../../../src/desk/key/create-key.ts';
import { makeShare } from '../../../src/desk/project/create-share.ts';
import { createPerson } from '../../../src/people/people.ts';
import { listShareLinks } from '../../../src/projects/share-links.ts';
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

test('ends the sessions and links of the person', async () => {
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

test('what the person created continues to work, unless it is revoked on request', async () => {
  const kept = await makerOf('Kept');
  expect((await api.send('DELETE', `/v1/people/${kept.id}`)).status).toBe(204);
  for (const key of kept.keys) expect((await api.send('GET', '/v1/me', { key })).status).toBe(200);
  const ended = await makerOf('Ended');
  const others = await makerOf('Ended');
  expect((await api.send('DELETE', `/v1/people/${ended.id}?revokeMade=true`)).status).toBe(204);
  for (const key of ended.keys) expect((await api.send('GET', '/v1/me', { key })).status).toBe(401);
  expect((await api.send('GET', '/v1/me', { key: others.keys[0] })).status).toBe(200);
  const shares = await listShareLinks(api.db, api.project.id);
  expect(shares.map(({ id }) => id).toSorted()).toEqual([kept.shareId, others.shareId].toSorted());
  const { entries } = await readAudit(api.db, api.project.organisationId, { limit: 4 });
  expect(entries.map(({ action, subject }) => `${action} ${subject.name}`).toSorted()).toEqual([
    'key.revoke Ended’s own',
    'key.revoke Made with it',
    'person.remove Ended',
    'share.revoke Ended',
  ]);
});

/** Creates a person who has created a key, another key with that one, and a share link. */
async function makerOf(name: string) {
  const { organisationId, id: projectId } = api.project;
  const { id } = await createPerson(api.db, { organisationId, name, role: 'editor' });
  const person = { kind: 'person', id, name, organisationId, address: null } as const;
  const now = new Date();
  const draft = { scopes: ['admin' as const] };
  const own = await makeKey(api.db, { actor: person, boundTo: null }, { ...draft, name: `${name}’s own` }, { now });
  const withIt = { ...person, kind: 'key', id: own.key.id } as const;
  const second = await makeKey(api.db, { actor: withIt, boundTo: null }, { ...draft, name: 'Made with it' }, { now });
  const { share } = await makeShare(api.db, person, { projectId, name });
  return { id, keys: [own.token, second.token].map(String), shareId: share.id };
}
