import type { Client, Person as PersonOfServer } from '@copydesk/client';
import type { OperatorServices } from '../operator/operator.ts';
import { readAll } from './read-all.ts';

type PeopleServices = Pick<OperatorServices, 'createPerson' | 'listPeople' | 'createSignInLink'>;
type PersonHere = Awaited<ReturnType<OperatorServices['createPerson']>>;

/** The people commands over HTTP: with a key of the scope `admin` for all projects. */
export function peopleServices(desk: Client): PeopleServices {
  return {
    async createPerson({ name, role = 'owner' }) {
      const idempotencyKey = crypto.randomUUID();
      const {
        link: _,
        linkExpiresAt: __,
        ...made
      } = await desk.post('/v1/people', {
        body: { name, role },
        idempotencyKey,
      });
      return presentHere(made);
    },
    async listPeople() {
      const people = await readAll(
        async (cursor) => await desk.get('/v1/people', { query: { limit: 100, cursor } }),
        (page) => page.people,
      );
      return people.map(presentHere);
    },
    async createSignInLink(personId) {
      const { link, linkExpiresAt } = await desk.post('/v1/people/{personId}/link', { path: { personId } });
      return { link, expiresAt: new Date(linkExpiresAt) };
    },
  };
}

/** The identity provider of a person is not shown outside the server. */
function presentHere({ createdAt, joinedAt, lastSeenAt, ...person }: PersonOfServer): PersonHere {
  return {
    ...person,
    createdAt: new Date(createdAt),
    joinedAt: joinedAt === null ? null : new Date(joinedAt),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    openIdIssuer: null,
  };
}
