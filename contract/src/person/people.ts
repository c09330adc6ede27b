import { z } from 'zod';
import { integerParameter, textParameter } from '../query.ts';
import { Role } from './roles.ts';
import { Scope } from './scopes.ts';

/** `per_` and 22 base62 characters. */
export const PersonId = z.string().regex(/^per_[0-9A-Za-z]{22}$/, 'must be the id of a person');

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** The name of a person: one line. */
export const PersonName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters')
  .regex(/\S/, 'must not be blank');

/**
 * An e-mail address, as far as it can be checked without writing to it (RFC 5321, 4.5.3.1), without the characters with
 * which headers and lists of addresses are built (RFC 5322, 3.2.3 `atext`, and letters of any script by RFC 6532).
 */
export const EmailAddress = checkedAddress(z.string());

/** An e-mail address as people type it: with white space around it, which is removed. */
export const TypedEmailAddress = checkedAddress(z.string().trim());

function checkedAddress(text: z.ZodString): z.ZodString {
  return text
    .max(254, { abort: true })
    .regex(
      /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u,
      'must be an e-mail address such as ada@example.com',
    );
}

/** Somebody who works in a browser. */
export const Person = z
  .object({
    id: z.string(),
    name: z.string(),
    role: Role,
    email: z.string().nullable().describe('Null for a person who signs in only by links'),
    createdAt: Timestamp,
    joinedAt: Timestamp.nullable().describe(
      'When the first session started; null until the person uses the invitation',
    ),
    lastSeenAt: Timestamp.nullable().describe('To the minute'),
    hasPassword: z.boolean(),
    revision: z
      .int()
      .describe('Counts changes; send it with a change, and the reply is 409 if somebody else was faster'),
  })
  .meta({ id: 'Person' });

export type Person = z.infer<typeof Person>;

export const PeopleListQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(50),
  cursor: PersonId.optional().describe('The `nextCursor` of the page before'),
  q: textParameter({ maximum: 200 }).optional().describe('Text that the name or the e-mail address contains'),
});

export const RemovePersonQuery = z.object({
  revokeMade: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the API keys and share links that they created are revoked too; absent: they keep working'),
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
    name: PersonName.describe('The name that others see'),
    role: Role,
    email: EmailAddress.nullish().describe('They sign in with it and a password or an OpenID provider'),
  })
  .meta({ id: 'PersonRequest' });

export type PersonRequest = z.output<typeof PersonRequest>;

/** The changes to a person. Absent fields stay as they are. */
export const PersonChange = z
  .object({
    name: PersonName.optional(),
    role: Role.optional(),
    email: EmailAddress.nullish().describe('Null removes it'),
    revision: z
      .int()
      .min(0)
      .optional()
      .describe('The revision that you have read: if the current one differs, the reply is 409'),
  })
  .meta({ id: 'PersonChange' });

export type PersonChange = z.output<typeof PersonChange>;

const link = {
  link: z.string().describe('Signs the person in, once. Keep it secret until then. It is shown only once'),
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
    email: z.string().nullable().describe('Null for a person who signs in only by links, and for a key'),
    hasPassword: z.boolean().describe('False for a key'),
    scopes: z.array(Scope).describe('`admin` includes all others'),
    organisation: z.object({ id: z.string(), name: z.string() }),
    project: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The one project that a key is for; null for all of the organisation'),
    test: z.boolean().describe('Whether it is a key of the test mode: what it does is a trial and counts nowhere'),
    expiresAt: Timestamp.nullable().describe('When the key or the session ends; null for never'),
  })
  .meta({ id: 'Me' });

export type Me = z.infer<typeof Me>;
