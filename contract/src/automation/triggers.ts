import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { PersonName } from '../person/people.ts';
import { Prompt } from '../prompt.ts';

/** `trg_` and 22 characters. */
export const TriggerId = z.string().regex(/^trg_[0-9A-Za-z]{22}$/);

/** How a sender proves that it knows the secret of a trigger. */
export const triggerSchemes = ['bearer', 'hmac', 'slack', 'standard'] as const;

export const TriggerScheme = z.enum(triggerSchemes).meta({
  id: 'TriggerScheme',
  description:
    '`bearer`: `Authorization: Bearer <secret>`; `hmac`: HMAC-SHA-256 of the body in hexadecimal, as `X-Hub-Signature-256`, ' +
    '`X-Hub-Signature`, `Linear-Signature` or `X-Signature`; `slack`: as Slack signs; `standard`: Standard Webhooks',
});

export type TriggerScheme = z.infer<typeof TriggerScheme>;

/** A JSON pointer (RFC 6901), in which `*` stands for each entry of an array. */
const Pointer = z
  .string()
  .max(200)
  .regex(/^(?:\/(?:[^~/\p{Cc}\p{Cs}]|~[01])*)*$/u, 'must be a JSON pointer such as "/issue/title"');

/** It is stored in a column that accepts neither. */
const Wanted = z
  .string()
  .max(200)
  .regex(/^[^\0\p{Cs}]*$/u, 'must contain neither a NUL character nor a lone surrogate');

/** The longest instruction of a trigger. The material is added to it. */
const longestInstruction = 8_000;

/** The body that creates a trigger. */
export const TriggerRequest = z
  .strictObject({
    name: PersonName.describe('The program that sends, such as `Linear`'),
    prompt: Prompt.refine(
      (text) => text.length <= longestInstruction,
      `must have at most ${longestInstruction} characters`,
    )
      .meta({ maxLength: longestInstruction })
      .describe('The instruction of every job. Copydesk appends the content of the request, as material'),
    scheme: TriggerScheme.default('bearer'),
    secret: z
      .string()
      .regex(/^[\u0021-\u007e]{16,500}$/, 'must have 16 to 500 visible ASCII characters')
      .optional()
      .describe('The secret that the sender created; absent: Copydesk creates one'),
    fields: z
      .record(z.string().regex(/^[\w .-]{1,60}$/), Pointer)
      .refine((fields) => Object.keys(fields).length <= 20, 'must have at most 20 entries')
      .default({})
      .describe(
        'Which parts of a request are used: a name, and where the part is in the body; empty for the whole body',
      ),
    when: z
      .record(Pointer, z.array(Wanted).min(1).max(50))
      .refine((when) => Object.keys(when).length <= 10, 'must have at most 10 entries')
      .default({})
      .describe(
        'A request starts a job if each of these places in the body contains one of the texts; empty: every request does',
      ),
    perHour: z.int().min(1).max(1_000).default(20).describe('Maximum jobs per hour, besides the quota of the project'),
  })
  .meta({ id: 'TriggerRequest' });

export type TriggerRequest = z.output<typeof TriggerRequest>;

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** A request to a trigger, and its result. */
export const TriggerDelivery = z
  .object({
    at: Timestamp,
    outcome: z
      .enum(['started', 'ignored', 'refused'])
      .describe(
        '`ignored`: because of `when`, a challenge, or because the trigger is off; `refused`: the sender got an error',
      ),
    detail: z.string().nullable().describe('Why it started no job'),
    jobId: z.string().nullable(),
  })
  .meta({ id: 'TriggerDelivery' });

export type TriggerDelivery = z.infer<typeof TriggerDelivery>;

/** An address by which another program starts jobs of a project. Its secret is never shown again. */
export const Trigger = z
  .object({
    id: z.string(),
    url: z.url().describe('Where to send'),
    name: z.string(),
    prompt: z.string(),
    scheme: TriggerScheme,
    fields: z.record(z.string(), z.string()),
    when: z.record(z.string(), z.array(z.string())),
    perHour: z.int(),
    createdAt: Timestamp,
    usedAt: Timestamp.nullable().describe('When it last started a job'),
    disabledAt: Timestamp.nullable().describe('When it was switched off; null while it is on'),
    deliveries: z.array(TriggerDelivery).describe('The latest requests, newest first: at most 20'),
  })
  .meta({ id: 'Trigger' });

export type Trigger = z.infer<typeof Trigger>;

export const CreatedTrigger = Trigger.extend({ secret: z.string().describe('Shown only once') }).meta({
  id: 'CreatedTrigger',
});

export type CreatedTrigger = z.infer<typeof CreatedTrigger>;

export const TriggerList = z.object({ triggers: z.array(Trigger) }).meta({ id: 'TriggerList' });

export type TriggerList = z.infer<typeof TriggerList>;

/** The reply to a sender. */
export const TriggerResult = z
  .object({
    job: z.object({ id: z.string(), page: z.url() }).nullable().describe('Null if the request started none'),
    reason: z.string().nullable().describe('Why it started none'),
    challenge: z.string().optional().describe('For Slack, when it verifies the address'),
  })
  .meta({ id: 'TriggerResult' });

export type TriggerResult = z.infer<typeof TriggerResult>;

const managing = { scope: 'admin', editors: true } satisfies Partial<Endpoint>;

/** The endpoints of triggers, and the one that senders use. */
export const triggerEndpoints = {
  createTrigger: {
    ...managing,
    method: 'POST',
    path: '/v1/projects/{projectId}/triggers',
    summary: 'Create a trigger',
    description: 'An address by which another program starts jobs. The secret is in this reply and never shown again.',
    body: TriggerRequest,
    replies: { 201: CreatedTrigger },
    errors: [...bodyErrors, 'too_many_triggers', 'data_directory_refused'],
  },
  listTriggers: {
    ...managing,
    method: 'GET',
    path: '/v1/projects/{projectId}/triggers',
    summary: 'List the triggers of a project',
    description: 'Oldest first, all of them.',
    replies: { 200: TriggerList },
    errors: [],
  },
  rotateTrigger: {
    ...managing,
    method: 'POST',
    path: '/v1/projects/{projectId}/triggers/{triggerId}/secret',
    summary: 'Give a trigger a new secret',
    description:
      'Copydesk creates the secret. From now on, requests with the old one are refused. Takes no body, and ignores one.',
    replies: { 200: CreatedTrigger },
    errors: ['unsupported_media_type', 'data_directory_refused'],
  },
  disableTrigger: {
    ...managing,
    method: 'POST',
    path: '/v1/projects/{projectId}/triggers/{triggerId}/disable',
    summary: 'Switch a trigger off',
    description: 'Requests to its address start nothing until it is switched on again. Takes no body, and ignores one.',
    replies: { 200: Trigger },
    errors: ['unsupported_media_type'],
  },
  enableTrigger: {
    ...managing,
    method: 'POST',
    path: '/v1/projects/{projectId}/triggers/{triggerId}/enable',
    summary: 'Switch a trigger on',
    description: 'A trigger that is on stays on. Takes no body, and ignores one.',
    replies: { 200: Trigger },
    errors: ['unsupported_media_type'],
  },
  deleteTrigger: {
    ...managing,
    method: 'DELETE',
    path: '/v1/projects/{projectId}/triggers/{triggerId}',
    summary: 'Delete a trigger',
    description: 'From now on, requests to its address are refused. Jobs that it has started continue.',
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
  fireTrigger: {
    method: 'POST',
    path: '/v1/triggers/{triggerId}',
    summary: 'Start a job by a trigger',
    description:
      'For programs that send webhooks. Takes any JSON, or a form, with the proof that the trigger requires; the answer ' +
      'comes when the job is durably stored. A repeated request with the same delivery id gets the ' +
      'job of the first one. A wrong proof and an unknown trigger get the same answer.',
    scope: null,
    replies: { 202: TriggerResult },
    errors: [...bodyErrors, 'invalid_signature', 'idempotency_key_in_flight', 'quota_exceeded', 'secret_unreadable'],
  },
} as const satisfies Record<string, Endpoint>;
