import type { Person as PersonShape, PersonLink } from '@copydesk/contract';
import type { Person } from '../people/people.ts';

/** Returns a person in the form of the API. */
export function presentPerson(person: Person): PersonShape {
  const { id, name, role, email, createdAt, joinedAt, lastSeenAt, hasPassword, revision } = person;
  return {
    id,
    name,
    role,
    email,
    createdAt: createdAt.toISOString(),
    joinedAt: joinedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    hasPassword,
    revision,
  };
}

/** Returns the address that signs somebody in once. */
export function presentLink(baseUrl: string, { token, expiresAt }: { token: string; expiresAt: Date }): PersonLink {
  return { link: `${baseUrl}/sign-in/${token}`, linkExpiresAt: expiresAt.toISOString() };
}
