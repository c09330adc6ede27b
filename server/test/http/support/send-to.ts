import type { Endpoint } from '@copydesk/contract';
import { createSession } from '../../../src/people/sessions.ts';
import { pathOf } from './api.ts';
import type { PathIds, Reply, TestApi } from './api.ts';
import { everyRoute } from './endpoints.ts';

/** Every endpoint that takes a body of JSON from somebody who is known, by name. */
export const everyBody = everyRoute.filter(([, { body, scope }]) => body !== undefined && scope !== null);

/** Sends a request to an endpoint, with the admin key, or with the session of a person whose account it is about. */
export async function sendTo(
  api: TestApi,
  endpoint: Endpoint,
  ids: Required<PathIds>,
  { path = pathOf(endpoint, ids), ...sent }: { path?: string; body?: string | Uint8Array; headers?: object },
): Promise<Reply> {
  const headers = { ...(endpoint.account && (await sessionOf(api, ids.personId))), ...sent.headers };
  return await api.send(endpoint.method, path, { key: endpoint.account ? null : api.adminKey, ...sent, headers });
}

/** Returns the headers of a person who has just signed in: the request before may have ended their sessions. */
export async function sessionOf(api: TestApi, personId: string): Promise<Record<string, string>> {
  const { sessionToken } = await createSession(api.db, personId, { now: new Date(), userAgent: 'A browser' });
  return { cookie: `__Host-copydesk_session=person.${sessionToken}`, origin: 'https://desk.example.com' };
}
