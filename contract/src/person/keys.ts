import { z } from 'zod';
import { DateBound } from '../dates.ts';
import { integerParameter } from '../query.ts';
import { Scope } from './scopes.ts';

/** `key_` and 22 base62 characters. It names an API key, and is not the key itself. */
export const KeyId = z.string().regex(/^key_[0-9A-Za-z]{22}$/, 'must be the id of a key');

/** Whether a key gives access. `expired` and `revoked` are final. */
export const keyStates = ['valid', 'expired', 'revoked'] as const;

export const KeyState = z.enum(keyStates).meta({ id: 'KeyState' });

export type KeyState = z.infer<typeof KeyState>;

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** The body that creates a key. */
export const KeyRequest = z
  .object({
    name: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line without control characters')
      .regex(/\S/, 'must not be blank')
      .describe('The name that people see'),
    scopes: z.array(Scope).min(1).describe('What it may do'),
    projectId: z
      .string()
      .max(100)
      .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
      .nullish()
      .describe(
        'The one project that the key is for; null or absent for all, or for the project of the key that sends this request',
      ),
    test: z
      .boolean()
      .optional()
      .describe('A key of the test mode, which begins with desk_test_; a test key creates only test keys'),
    expiresAt: DateBound.nullish().describe('When it expires: null for never; absent for 90 days from now'),
    allowedAddresses: z
      .array(z.string().max(100))
      .max(100)
      .nullish()
      .describe('Addresses or CIDR blocks from which the key may be used; null, empty or absent for anywhere'),
  })
  .meta({ id: 'KeyRequest' });

export type KeyRequest = z.output<typeof KeyRequest>;

/** An API key as it is shown, without the key itself. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('The last four characters of the key, to recognise it'),
    test: z.boolean().describe('Whether it is a key of the test mode, which begins with `desk_test_`'),
    state: KeyState,
    scopes: z.array(Scope),
    projectId: z.string().nullable().describe('The one project that it is for; null for all'),
    allowedAddresses: z
      .array(z.string())
      .nullable()
      .describe('CIDR blocks from which it may be used; null for anywhere'),
    createdAt: Timestamp,
    createdBy: z.string().describe('The name of whoever created it; empty if unknown'),
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable().describe('To the minute'),
    revokedAt: Timestamp.nullable(),
    rotatedTo: z.string().nullable().describe('The key that replaces it'),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedKey = ApiKey.extend({
  key: z
    .string()
    .nullable()
    .describe('The key itself, shown only once. Null if a reply is repeated for the same idempotency key'),
}).meta({ id: 'CreatedKey' });

export type CreatedKey = z.infer<typeof CreatedKey>;

/** The query of the list of keys: newest first, a page of up to 100. */
export const KeyListQuery = z.object({
  state: KeyState.optional(),
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(20),
  cursor: KeyId.optional().describe('The `nextCursor` of the page before'),
});

export const KeyList = z
  .object({
    keys: z.array(ApiKey),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'KeyList' });

export type KeyList = z.infer<typeof KeyList>;
