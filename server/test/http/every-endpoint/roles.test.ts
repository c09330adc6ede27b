import type { Endpoint, Role } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { expectProblem, pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { mayCall } from '../permissions-document.ts';
import { everyEndpoint, goodBody } from '../support/endpoints.ts';

let api: TestApi;
let ids: Required<PathIds>;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  api = await startApi();
  ids = await api.newIds();
  for (const role of ['owner', 'editor', 'viewer'] as const) {
    const { id } = await createPerson(api.db, { organisationId: 'org_one', name: role, role });
    const { sessionToken } = await createSession(api.db, id, { now: new Date() });
    cookies.set(role, `__Host-copydesk_session=person.${sessionToken}`);
  }
});
afterAll(async () => await api[Symbol.asyncDispose]());

const origin = 'https://desk.example.com';

async function ask(role: Role, endpoint: Endpoint, headers: Record<string, string> = { origin }) {
  const cookie = cookies.get(role) ?? '';
  const options = { key: null, body: goodBody(endpoint), headers: { accept: 'application/json', cookie, ...headers } };
  return await api.send(endpoint.method, pathOf(endpoint, ids), options);
}

/** Browsers send views without a session, whoever is signed in there. */
const asked = everyEndpoint.filter(([, { keyless }]) => !keyless);
const changing = asked.filter(([, { method }]) => method !== 'GET');
const changingOthers = changing.filter(([, { account }]) => !account);

const elsewhere: Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site', origin },
];

test.each(changingOthers)('a viewer may not %s', async (_name, endpoint) => {
  expectProblem(await ask('viewer', endpoint), 'insufficient_scope');
});

test.each(asked)('%s checks the role of the signed-in person', async (_name, endpoint) => {
  for (const role of ['owner', 'editor', 'viewer'] as const) {
    // A refusal for another reason, such as a path on the machine, has no challenge.
    const { status, headers } = await ask(role, endpoint);
    const isRefused = status === 403 && headers.get('www-authenticate') !== null;
    expect([role, !isRefused]).toEqual([role, mayCall(role, endpoint)]);
  }
});

test.each(changing)(
  '%s accepts no session from a page of another site, or without an origin',
  async (_name, endpoint) => {
    for (const headers of elsewhere) {
      expectProblem(await ask('owner', endpoint, headers), 'forbidden_origin');
    }
  },
);
