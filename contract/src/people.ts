import { z } from 'zod';
import { integerParameter, textParameter } from './query.ts';
import { Role } from './roles.ts';
import { Scope } from './scopes.ts';

/** `per_` and 22 base62 characters. */
export const PersonId = z.string().regex(/^per_[0-9A-Za-z]{22}$/);

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** The name of a person: one line. */
export const PersonName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters')
  .regex(/\S/, 'must not be blank');

/** Checks as much of an address as is possible without writing to it (RFC 5321, 4.5.3.1). */
export const EmailAddress = z
  .string()
  .max(320)
  .regex(/^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u, 'must be an e-mail address such as ada@example.com');

/** Somebody who works in a browser. */
export const Person = z
  .object({
    id: z.string(),
    name: z.string(),
    role: Role,
    email: z.string().nullable().describe('Null for who signs in by links alone'),
    createdAt: Timestamp,
    joinedAt: Timestamp.nullable().describe('The first session; null until the invitation is taken up'),
    lastSeenAt: Timestamp.nullable().describe('Exact to a minute'),
    hasPassword: z.boolean(),
    revision: z.int().describe('Counts changes; send it with a change to be told when somebody else was faster'),
  })
  .meta({ id: 'Person' });

export type Person = z.infer<typeof Person>;

export const PeopleListQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(50),
  cursor: z.string().min(1).max(200).optional(),
  q: textParameter({ maximum: 200 }).optional().describe('What the name or the e-mail address contains'),
});

export const RemovePersonQuery = z.object({
  revokeMade: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the API keys and share links that they made are revoked too; they go on working when absent'),
});

export const PeopleList = z
  .object({
    people: z.array(Person),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'PeopleList' });

export type PeopleList = z.infer<typeof PeopleList>;

/** The body that invites somebody. */
export const PersonRequest = z
  .object({
    name: PersonName.describe('What people call them'),
    role: Role,
    email: EmailAddress.nullish().describe('What they sign in by, with a password or an OpenID provider'),
  })
  .meta({ id: 'PersonRequest' });

export type PersonRequest = z.output<typeof PersonRequest>;

/** The changes to a person. Absent fields stay as they are. */
export const PersonChange = z
  .object({
    name: PersonName.optional(),
    role: Role.optional(),
    email: EmailAddress.nullish().describe('Null takes it away'),
    revision: z.int().min(0).optional().describe('The one that you have seen: another one there is answered 409'),
  })
  .meta({ id: 'PersonChange' });

export type PersonChange = z.output<typeof PersonChange>;

const link = {
  link: z.string().describe('Signs the person in, once. It is a secret until then, and shown this once'),
  linkExpiresAt: Timestamp,
};

/** A person who was invited. */
export const InvitedPerson = Person.extend({
  link: link.link.nullable(),
  linkExpiresAt: link.linkExpiresAt.nullable(),
}).meta({ id: 'InvitedPerson' });

export type InvitedPerson = z.infer<typeof InvitedPerson>;

/** A link that signs a person in. */
export const PersonLink = z.object(link).meta({ id: 'PersonLink' });

export type PersonLink = z.infer<typeof PersonLink>;

/** The caller, and what they may do. */
export const Me = z
  .object({
    kind: z.enum(['key', 'person']),
    id: z.string(),
    name: z.string(),
    role: Role.nullable().describe('Null for a key'),
    email: z.string().nullable().describe('Null for who signs in by links alone, and for a key'),
    hasPassword: z.boolean().describe('False for a key'),
    scopes: z.array(Scope).describe('`admin` is all of them'),
    organisation: z.object({ id: z.string(), name: z.string() }),
    project: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The one project that a key is for; null for all of the organisation'),
    test: z.boolean().describe('Whether it is a key of the test mode: what it does is for trying, and counts nowhere'),
    expiresAt: Timestamp.nullable().describe('When the key, or the session, ends; null for never'),
  })
  .meta({ id: 'Me' });

export type Me = z.infer<typeof Me>;
