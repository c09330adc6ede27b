import { z } from 'zod';
import { JobOutcome, JobStatus } from '../job/job.ts';
import { EffectCounts } from '../job/effect.ts';
import { integerParameter } from '../query.ts';
import { ReportPeriod } from '../reader/reports.ts';

const jobEvents = ['job.completed', 'job.failed', 'job.archived'] as const;

/** What a project's webhooks can be notified of: a job has reached a status, or a report can be read. */
export const webhookEvents = [...jobEvents, 'report.ready'] as const;

export const WebhookEvent = z.enum(webhookEvents).meta({ id: 'WebhookEvent' });

export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** `whk_` and 22 base62 characters. */
export const WebhookId = z.string().regex(/^whk_[0-9A-Za-z]{22}$/);

/** `msg_` and 22 base62 characters: the `webhook-id` header of every attempt. */
export const DeliveryId = z.string().regex(/^msg_[0-9A-Za-z]{22}$/, 'must be the id of a delivery');

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/**
 * The body of a request to a webhook: small, as Standard Webhooks recommends, so that it contains nothing of a prompt
 * or of an error. A receiver fetches the job when it needs more.
 */
export const WebhookPayload = z
  .discriminatedUnion('type', [
    z.object({
      type: z.enum(jobEvents),
      timestamp: Timestamp,
      data: z.object({
        id: z.string().describe('The job'),
        projectId: z.string(),
        status: JobStatus,
        outcome: JobOutcome.shape.kind.nullable().default(null).describe('What came of it; null of an archive'),
        url: z.url().describe('Where the API answers the job'),
        page: z.url().describe('The page of the job, for people'),
      }),
    }),
    z.object({
      type: z.literal('report.ready'),
      timestamp: Timestamp,
      data: z.object({
        projectId: z.string(),
        period: ReportPeriod,
        from: Timestamp,
        to: Timestamp.describe('Exclusive'),
        human: EffectCounts.describe('Views by people; `before` is what the report compares with'),
        ai: EffectCounts.describe('Views by AI'),
        notFound: EffectCounts.describe('Requests of both that were answered 404 or 410'),
        merged: z.int().describe('Pull requests of jobs that were merged'),
        costUsd: z
          .number()
          .nullable()
          .describe('What the models of the jobs have cost; null where a price is not known'),
        url: z.url().describe('Where the API answers the report: JSON, or Markdown for `Accept: text/markdown`'),
        page: z.url().describe('The page of the report, for people'),
      }),
    }),
    z.object({
      type: z.literal('test'),
      timestamp: Timestamp,
      data: z.object({ id: z.string().describe('The webhook'), projectId: z.string() }),
    }),
  ])
  .meta({ id: 'WebhookPayload' });

export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** The body that creates a webhook. The address is checked against what the operator allows. */
export const WebhookRequest = z
  .object({
    url: z.string().min(1).max(2_000).describe('Where to send: https, without user and password'),
    events: z
      .array(WebhookEvent)
      .min(1)
      .default([...webhookEvents])
      .describe('What to send; all of it unless given'),
  })
  .meta({ id: 'WebhookRequest' });

/** A webhook of a project. Its secret is never shown again. */
export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(WebhookEvent),
    createdAt: Timestamp,
    failingSince: Timestamp.nullable().describe('Since when there were nothing but failures; null after a success'),
    disabledAt: Timestamp.nullable().describe('Nothing is sent any more since then'),
    disabledReason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe('`gone`: the receiver answered 410; `failing`: it failed for days'),
  })
  .meta({ id: 'Webhook' });

export type Webhook = z.infer<typeof Webhook>;

export const CreatedWebhook = Webhook.extend({
  secret: z.string().describe('`whsec_` and base64: what signatures are made with. Shown this once'),
}).meta({ id: 'CreatedWebhook' });

export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookList = z.object({ webhooks: z.array(Webhook) }).meta({ id: 'WebhookList' });

export type WebhookList = z.infer<typeof WebhookList>;

const Attempt = z.object({
  number: z.int().describe('Counts from 1 within a delivery'),
  at: Timestamp,
  status: z.int().nullable().describe('Of the answer; null when there was none'),
  milliseconds: z.int().nullable().describe('Null while it is under way, or when its process was killed'),
  error: z.string().nullable().describe('Why it failed; null for a success'),
});

/** A delivery of a webhook, with the results of its last attempts. */
export const WebhookDelivery = z
  .object({
    id: z.string().describe('The `webhook-id` header'),
    type: z.enum([...webhookEvents, 'test']),
    jobId: z.string().nullable(),
    status: z.enum(['pending', 'delivered', 'failed']),
    createdAt: Timestamp,
    nextAttemptAt: Timestamp.nullable().describe('Null when it is over'),
    deliveredAt: Timestamp.nullable(),
    attempts: z.array(Attempt).describe('The last 20, oldest first'),
  })
  .meta({ id: 'WebhookDelivery' });

export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** The query of the delivery log: newest first, a page of up to 100. */
export const DeliveryListQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: 100 }).default(20),
  cursor: DeliveryId.optional().describe('The `nextCursor` of the page before'),
});

export const WebhookDeliveryList = z
  .object({
    deliveries: z.array(WebhookDelivery),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last page'),
  })
  .meta({ id: 'WebhookDeliveryList' });

export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;
