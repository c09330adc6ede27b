import type { Role } from '@copydesk/contract';
import { setPasswordHash } from '../../../src/people/change-person.ts';
import { openPasswords } from '../../../src/people/passwords.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import type { Reply, TestApi } from './api.ts';

/** Somebody who calls the API from a page of the server. */
export interface SignedIn {
  id: string;
  send(method: string, path: string, body?: object | string, headers?: Record<string, string>): Promise<Reply>;
  /** Signs in once more; returns the requester with the new session. */
  again(): Promise<SignedIn>;
}

/** Creates a person with a session, and with a password when one is given. */
export async function signedIn(
  api: TestApi,
  { role = 'viewer', email, password }: { role?: Role; email?: string; password?: string } = {},
): Promise<SignedIn> {
  const { organisationId } = api.project;
  const { id } = await createPerson(api.db, { organisationId, name: 'Ada', role, email });
  if (password !== undefined) {
    const hash = await openPasswords().hash(password);
    await api.db.transaction().execute((all) => setPasswordHash(all, { organisationId, personId: id }, hash));
  }
  return await newSession(api, id);
}

async function newSession(api: TestApi, id: string): Promise<SignedIn> {
  const { sessionToken } = await createSession(api.db, id, { now: new Date(), userAgent: 'A browser' });
  const own = { cookie: `__Host-copydesk_session=person.${sessionToken}`, origin: 'https://desk.example.com' };
  return {
    id,
    send: async (method, path, body, headers = {}) =>
      await api.send(method, path, { key: null, body, headers: { ...own, ...headers } }),
    again: async () => await newSession(api, id),
  };
}

/** Returns the audit log entries of somebody, oldest first. */
export async function actionsOf({ db }: TestApi, { id }: SignedIn): Promise<object[]> {
  return await db
    .selectFrom('audit_entry')
    .select(['action', 'actor_kind', 'subject_id', 'detail'])
    .where('actor_id', '=', id)
    .orderBy('id')
    .execute();
}
