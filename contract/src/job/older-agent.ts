import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { IdempotentHeaders } from '../headers.ts';
import { Job } from './job.ts';
import { integerParameter } from '../query.ts';

/** A part of a message, as clients of the AI SDK send it. Parts that are not text are ignored. */
const MessagePart = z.looseObject({ type: z.string(), text: z.string().optional() });

const OlderMessage = z
  .object({
    role: z.enum(['system', 'user', 'assistant']),
    content: z.union([z.string(), z.array(MessagePart)]).optional(),
    parts: z.array(MessagePart).optional().describe('For clients that send parts instead of a `content`'),
  })
  .refine(({ content, parts }) => content !== undefined || parts !== undefined, {
    path: ['content'],
    message: 'is missing; it must be a text',
  });

export type OlderMessage = z.infer<typeof OlderMessage>;

/** The body of the older version's `POST` of a job. */
export const OlderJobRequest = z
  .object({
    messages: z
      .array(OlderMessage)
      .min(1)
      .max(200)
      .describe(
        'They become one prompt with the same length limit as every prompt: what users say is the task, and what `system` says is put ' +
          'behind it as instructions of the job. If no user says anything, `system` is the task.',
      ),
    branch: z
      .string()
      .max(1_000)
      .nullish()
      .describe(
        'The branch to work on, if the repository has no branch with that name; characters that a branch may not have become `-`. ' +
          'Otherwise the job gets a branch of its own: `X-Branch-Name` and the job name it.',
      ),
    asDraft: z
      .union([z.boolean(), z.enum(['true', 'false'])])
      .nullish()
      .describe('Whether the pull request is opened as a draft'),
    model: z.string().max(200).nullish().describe('Ignored: the model of the project carries out its jobs'),
  })
  .meta({ id: 'OlderJobRequest' });

export type OlderJobRequest = z.infer<typeof OlderJobRequest>;

/** Why a job of the older version is not running, spelt as its clients expect it. */
const HaultReason = z.enum(['completed', 'github_missconfigured', 'error', 'processing', 'interrupted']);

const sessionShape = {
  sessionId: z.string().describe('The id of the job'),
  subdomain: z.string().describe('The id of the project'),
  branch: z.string().describe('The branch that the agent works on'),
  haulted: z.boolean().describe('Whether the job is no longer active'),
  haultReason: HaultReason.describe(
    '`processing` while it is active; `github_missconfigured` if the repository or its code host was the reason of the failure; `interrupted` ' +
      'if it was archived before its end',
  ),
  pullRequestLink: z.string().describe('The pull request; empty if there is none'),
  messageToUser: z.string().describe('The result of the job in words; empty while it is active'),
  todos: z
    .array(z.object({ id: z.string(), content: z.string(), status: z.string(), priority: z.string() }))
    .describe('Always empty: agents here keep no such list'),
  userId: z.string().describe('The id of whoever created the job; empty if there is none'),
  title: z.string().describe('The first line of the first prompt, shortened'),
  createdAt: z.iso.datetime({ offset: false }).describe('ISO 8601, UTC'),
};

/** A job, as clients of the older version read it. No field is ever null, since some of them take null for an error. */
export const OlderSession = z.object(sessionShape).meta({ id: 'OlderSession' });

export type OlderSession = z.infer<typeof OlderSession>;

/** A new job, in both formats: a client that moves to `createJob` finds the fields of that already here. */
export const OlderCreatedSession = Job.extend(sessionShape).meta({ id: 'OlderCreatedSession' });

export const OlderSessionList = z.object({ allSessions: z.array(OlderSession) }).meta({ id: 'OlderSessionList' });

/** An offset costs reading everything before it, so it is limited. v2 has cursors. */
export const OlderJobListQuery = z.object({
  skip: integerParameter({ minimum: 0, maximum: 10_000 }).default(0),
  take: integerParameter({ minimum: 1, maximum: 100 }).default(12),
});

/** The agent endpoints of the older version, for existing clients. */
export const olderAgentEndpoints = {
  createJobV1: {
    method: 'POST',
    path: '/v1/agent/{projectId}/job',
    summary: 'Create an agent job (v1)',
    description:
      "Answers a stream of what the model says, in the form of the AI SDK's UI message streams, until the job has ended or four " +
      'minutes have passed; the job continues without the stream. With `Accept: application/json` it answers the job at once. `X-Session-Id` ' +
      'is the id of the job in both cases.',
    deprecated: { use: 'createJob' },
    scope: 'agent:write',
    body: OlderJobRequest,
    headers: IdempotentHeaders,
    replies: { 200: OlderCreatedSession },
    stream: true,
    errors: [...bodyErrors, 'idempotency_key_in_flight', 'idempotency_key_reused', 'quota_exceeded'],
  },
  getJobV1: {
    method: 'GET',
    path: '/v1/agent/{projectId}/job/{id}',
    summary: 'Get an agent job (v1)',
    description: 'The job in the shape of the older version.',
    deprecated: { use: 'getJob' },
    scope: 'agent:read',
    replies: { 200: OlderSession },
    errors: [],
  },
  listJobsV1: {
    method: 'GET',
    path: '/v1/agent/{projectId}/jobs',
    summary: 'List agent jobs (v1)',
    description: 'Newest first.',
    deprecated: { use: 'listJobs' },
    scope: 'agent:read',
    query: OlderJobListQuery,
    replies: { 200: OlderSessionList },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
