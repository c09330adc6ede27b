import { z } from 'zod';
import { DateBound } from './dates.ts';
import { integerParameter } from './query.ts';
import { Scope } from './scopes.ts';

/** `key_` and 22 base62 characters. It names an API key, and is not the key itself. */
export const KeyId = z.string().regex(/^key_[0-9A-Za-z]{22}$/);

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
      .describe('What people call it'),
    scopes: z.array(Scope).min(1).describe('What it may do'),
    projectId: z
      .string()
      .max(100)
      .refine((text) => !text.includes('\0'), 'must not hold a NUL')
      .nullish()
      .describe('The one project that it is for; null or absent for all, or for that of the key that asks'),
    test: z
      .boolean()
      .optional()
      .describe('A key of the test mode, which begins with desk_test_; a test key makes no others'),
    expiresAt: DateBound.nullish().describe('When it ends: null for never; in 90 days when absent'),
    allowedAddresses: z
      .array(z.string().max(100))
      .max(100)
      .nullish()
      .describe('Addresses or CIDR blocks that it may be used from; from anywhere when null, empty or absent'),
  })
  .meta({ id: 'KeyRequest' });

export type KeyRequest = z.output<typeof KeyRequest>;

/** An API key as it is shown, without the key itself. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('The last four characters of the key, to tell keys apart'),
    test: z.boolean().describe('Whether it is a key of the test mode, which begins with `desk_test_`'),
    state: KeyState,
    scopes: z.array(Scope),
    projectId: z.string().nullable().describe('The one project that it is for; null for all'),
    allowedAddresses: z
      .array(z.string())
      .nullable()
      .describe('CIDR blocks that it may be used from; null for anywhere'),
    createdAt: Timestamp,
    createdBy: z.string().describe('The name of who made it; empty where that is not known'),
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable().describe('Exact to a minute'),
    revokedAt: Timestamp.nullable(),
    rotatedTo: z.string().nullable().describe('The key that takes its place'),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedKey = ApiKey.extend({
  key: z
    .string()
    .nullable()
    .describe('The key itself, shown this once. Null where a request is answered again, by its idempotency key'),
}).meta({ id: 'CreatedKey' });

export type CreatedKey = z.infer<typeof CreatedKey>;

/** The query of the list of keys: newest first, a page of up to 100, starting at an opaque cursor. */
export const KeyListQuery = z.object({
  state: KeyState.optional(),
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(20),
  cursor: z.string().min(1).max(200).optional(),
});

export const KeyList = z
  .object({
    keys: z.array(ApiKey),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'KeyList' });

export type KeyList = z.infer<typeof KeyList>;
