import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { IdempotentHeaders } from '../headers.ts';
import { NamedProjectList, NamedProjectListQuery } from '../project/projects.ts';
import {
  InvitedPerson,
  Me,
  PeopleList,
  PeopleListQuery,
  Person,
  PersonChange,
  PersonLink,
  PersonRequest,
  RemovePersonQuery,
} from './people.ts';

/** The endpoints of people and of the caller. A key of one project has no access to people. */
export const peopleEndpoints = {
  getMe: {
    method: 'GET',
    path: '/v1/me',
    summary: 'Get what a key or a person may do',
    description: 'Says who sends the request: a key, or the person of the session.',
    scope: 'admin',
    anyScope: true,
    replies: { 200: Me },
    errors: [],
  },
  listMyProjects: {
    method: 'GET',
    path: '/v1/me/projects',
    summary: 'List the projects that you may use',
    description:
      'The ids and names, ordered by name, for a key with any scope. A key that is for one project sees only that one.',
    scope: 'admin',
    anyScope: true,
    query: NamedProjectListQuery,
    replies: { 200: NamedProjectList },
    errors: [],
  },
  listPeople: {
    method: 'GET',
    path: '/v1/people',
    summary: 'List the people',
    description: 'Oldest first. Follow `nextCursor` for the next page.',
    scope: 'admin',
    query: PeopleListQuery,
    replies: { 200: PeopleList },
    errors: [],
  },
  invitePerson: {
    method: 'POST',
    path: '/v1/people',
    summary: 'Invite a person',
    description:
      'Answers with a link that signs them in once, within seven days. Copydesk sends no mail: give them the link yourself. A ' +
      'reply that is repeated for the same idempotency key contains no link.',
    scope: 'admin',
    body: PersonRequest,
    headers: IdempotentHeaders,
    replies: { 201: InvitedPerson },
    errors: [...bodyErrors, 'idempotency_key_in_flight', 'idempotency_key_reused'],
  },
  changePerson: {
    method: 'PATCH',
    path: '/v1/people/{personId}',
    summary: 'Change a person',
    description:
      'Changes name, role or e-mail address; a field that is absent stays. A new role applies from their next request on.',
    scope: 'admin',
    body: PersonChange,
    replies: { 200: Person },
    errors: [...bodyErrors, 'last_owner', 'changed_meanwhile'],
  },
  linkPerson: {
    method: 'POST',
    path: '/v1/people/{personId}/link',
    summary: 'Make a sign-in link for a person',
    description: 'The link signs them in once, within seven days. Earlier links no longer work.',
    scope: 'admin',
    replies: { 200: PersonLink },
    errors: ['unsupported_media_type'],
  },
  removePerson: {
    method: 'DELETE',
    path: '/v1/people/{personId}',
    summary: 'Remove a person',
    description:
      'Their sessions and links end at once. The audit log still names them. API keys and share links that they ' +
      'created keep working, unless `revokeMade` is `true`.',
    scope: 'admin',
    query: RemovePersonQuery,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type', 'last_owner'],
  },
} as const satisfies Record<string, Endpoint>;
