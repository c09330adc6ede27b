import type { InvitedPerson, Me, Person, PersonChange, PersonLink, PersonRequest } from '@copydesk/contract';

const person: Person = {
  id: 'per_4fNqT2x8VbLw6RkYcZp0Ha',
  name: 'Ada Lovelace',
  role: 'editor',
  email: 'ada@example.com',
  createdAt: '2026-01-05T09:00:00.000Z',
  joinedAt: '2026-01-05T09:12:30.000Z',
  lastSeenAt: '2026-01-05T21:40:12.000Z',
  hasPassword: true,
  revision: 2,
};

const link: PersonLink = {
  link: 'https://copydesk.example.com/sign-in/an-example-and-not-a-token',
  linkExpiresAt: '2026-01-12T09:00:00.000Z',
};

const invited: InvitedPerson = {
  ...person,
  joinedAt: null,
  lastSeenAt: null,
  hasPassword: false,
  revision: 0,
  ...link,
};

const me: Me = {
  kind: 'key',
  id: 'key_4fNqT2x8VbLw6RkYcZp0Ha',
  name: 'ci',
  role: null,
  email: null,
  hasPassword: false,
  scopes: ['agent:read', 'agent:write'],
  organisation: { id: 'org_default', name: 'Default' },
  project: { id: 'prj_4fNqT2x8VbLw6RkYcZp0Ha', name: 'Handbook' },
  test: false,
  expiresAt: '2026-04-05T09:00:00.000Z',
};

/** An example of each shape that the endpoints of people answer, by its name. */
export const peopleExamples = {
  InvitedPerson: invited,
  Me: me,
  PeopleList: { people: [person], nextCursor: null },
  Person: person,
  PersonLink: link,
};

const request: PersonRequest = { name: person.name, role: 'editor', email: person.email };
const change: PersonChange = { role: 'viewer', revision: 2 };

/** An example of each body that they take. */
export const peopleBodies = { PersonRequest: request, PersonChange: change };
