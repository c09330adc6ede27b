import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { accountEndpoints } from './person/account-endpoints.ts';
import { auditEndpoints } from './person/audit-endpoints.ts';
import { automationEndpoints } from './automation/automations.ts';
import { connectionEndpoints } from './project/connection-endpoints.ts';
import { carriedJobEndpoints } from './job/carried-jobs.ts';
import { CollectRequest, CollectResult, HealthResult } from './reader/collect.ts';
import { docsEndpoints } from './project/docs-endpoints.ts';
import { bodyErrors, readingRepository } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { EventList, EventListQuery } from './job/events.ts';
import { feedbackEndpoints } from './reader/feedback-endpoints.ts';
import { ConditionalHeaders, EventStreamHeaders, IdempotentHeaders } from './headers.ts';
import { CommitEffectQuery, EffectQuery, JobEffect } from './job/effect.ts';
import { JobImpact } from './job/impact.ts';
import { Job, JobDiff, JobList, JobListQuery, JobUsage } from './job/job.ts';
import { olderAgentEndpoints } from './job/older-agent.ts';
import { JobRequest, PromptRequest } from './prompt.ts';
import { JobPages, JobPagesQuery } from './project/readability.ts';
import { RepairRequest } from './reader/repair.ts';
import { reportEndpoints } from './reader/reports.ts';
import {
  AgentsQuery,
  AgentsResult,
  NotFoundQuery,
  NotFoundResult,
  RangeQuery,
  ReferrersResult,
  TimeseriesQuery,
  TimeseriesResult,
  ViewsExportQuery,
  ViewsQuery,
  ViewsResult,
} from './reader/views.ts';
import { hostWebhookEndpoints } from './project/host-webhook.ts';
import { keyEndpoints } from './person/key-endpoints.ts';
import { readerEndpoints } from './reader/reader-endpoints.ts';
import { peopleEndpoints } from './person/people-endpoints.ts';
import { projectEndpoints } from './project/project-endpoints.ts';
import { triggerEndpoints } from './automation/triggers.ts';
import { shareEndpoints } from './person/share-endpoints.ts';
import { serverHealthEndpoints } from './server-health.ts';
import { webhookEndpoints } from './automation/webhook-endpoints.ts';

const acceptErrors: ErrorCode[] = [
  ...bodyErrors,
  'idempotency_key_in_flight',
  'idempotency_key_reused',
  'quota_exceeded',
];

/** What every endpoint that reads page views has in common. */
const analytics = { method: 'GET', scope: 'analytics:read', errors: ['quota_exceeded'] } satisfies Partial<Endpoint>;

/** Every endpoint of the API. */
export const endpoints = {
  createJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job',
    summary: 'Create an agent job',
    description:
      'Starts a job that carries out the prompt in the background. When the agent changes files, a pull request ' +
      'is opened, and `prLink` contains its address. Poll the job until its status is no longer `active`. A `ref` that ' +
      'the repository does not have ends the job with `ref_not_found`.',
    scope: 'agent:write',
    body: JobRequest,
    headers: IdempotentHeaders,
    replies: { 201: Job },
    errors: acceptErrors,
  },
  messageJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/message',
    summary: 'Send a follow-up message to an agent job',
    description:
      'Gives the agent a further instruction. An active job reads it before its next step; a completed or failed ' +
      'job becomes active again and goes on in the same branch, or in a new one when its pull request was merged ' +
      'or closed.',
    scope: 'agent:write',
    body: PromptRequest,
    headers: IdempotentHeaders,
    replies: { 200: Job },
    errors: [...acceptErrors, 'job_archived', 'too_many_messages'],
  },
  getJob: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}',
    summary: 'Get an agent job',
    description: 'Answers with an `ETag`; send it as `If-None-Match` to get 304 as long as nothing has changed.',
    scope: 'agent:read',
    headers: ConditionalHeaders,
    replies: { 200: Job, 304: z.null() },
    errors: [],
  },
  listJobs: {
    method: 'GET',
    path: '/v2/agent/{projectId}/jobs',
    summary: 'List agent jobs',
    description: 'Newest first. Follow `nextCursor` for the next page.',
    scope: 'agent:read',
    query: JobListQuery,
    replies: { 200: JobList },
    errors: [],
  },
  archiveJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/archive',
    summary: 'Archive an agent job',
    description: 'Final. An active job is stopped before its next step. Archiving an archived job changes nothing.',
    scope: 'agent:write',
    replies: { 200: Job },
    errors: ['unsupported_media_type'],
  },
  ...carriedJobEndpoints,
  getJobEvents: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/events',
    summary: 'Read the transcript of an agent job',
    description:
      'JSON, or with `Accept: text/event-stream` a stream of Server-Sent Events that begins after `Last-Event-ID` ' +
      'and ends when the job is no longer active. A client that comes back to a stream that has ended, with the last ' +
      'event as its `Last-Event-ID`, gets 204 and need not connect again. `waiting` says why an active job is ' +
      'not in progress; the stream says it in events of that type without an id, whose data is null when a worker works on it.',
    scope: 'agent:read',
    query: EventListQuery,
    headers: EventStreamHeaders,
    replies: { 200: EventList, 204: z.null() },
    stream: true,
    errors: [],
  },
  getJobDiff: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/diff',
    summary: 'Read what an agent job changed',
    description: 'The changed files compared with the commit on which the job started, also while the job is active.',
    scope: 'agent:read',
    replies: { 200: JobDiff },
    errors: readingRepository,
  },
  getJobPages: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/pages',
    summary: 'Read the pages of a job as AI readers get them',
    description:
      'Each page that the job changes, before and after, also while the job is active: how long it is as text, what tabs, images and ' +
      'components lose there, and what the change makes harder to read for AI. With `path`, also the text.',
    scope: 'agent:read',
    query: JobPagesQuery,
    replies: { 200: JobPages },
    errors: readingRepository,
  },
  getJobUsage: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/usage',
    summary: 'Read what an agent job has used',
    description:
      'Steps, tokens, money and time, and how much of each the job may use. At its budget it stops with ' +
      '`limit_reached`, and a message lets it continue.',
    scope: 'agent:read',
    replies: { 200: JobUsage },
    errors: [],
  },
  getJobImpact: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/impact',
    summary: 'Get the readers of the pages that an agent job changes',
    description:
      'The files of its last pull request, removed and moved ones first, with the views of their pages in the last 30 days, the AI ' +
      'agents that read them most, where readers came from, and how many pages link to them. No files as long as there is no ' +
      'pull request. The description of the pull request shows the same numbers as of its delivery.',
    scope: 'agent:read',
    replies: { 200: JobImpact },
    errors: [],
  },
  getJobEffect: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/effect',
    summary: 'Read what an agent job did to page views',
    description:
      'After its last pull request was merged: the views of the pages it changed in the days after the merge, compared with as many days before, ' +
      'by people, by AI and by purpose, beside the views of pages of similar traffic that it did not change.',
    scope: 'agent:read',
    query: EffectQuery,
    replies: { 200: JobEffect },
    errors: ['pull_request_not_merged'],
  },
  ...docsEndpoints,
  getCommitEffect: {
    ...analytics,
    path: '/v1/effect/{projectId}',
    summary: 'Read what a commit did to page views',
    description:
      "The same as for a job, for any commit on the project's branch: a merge is compared with its first parent.",
    query: CommitEffectQuery,
    replies: { 200: JobEffect },
    errors: [...analytics.errors, ...readingRepository],
  },
  getViews: {
    ...analytics,
    path: '/v1/analytics/{projectId}/views',
    summary: 'Get page views',
    description:
      'Site-wide totals and the views of each page, people and AI apart. Pages come by total, most first, then by ' +
      'path. If a bound is within a day whose single views are no longer kept, the answer has whole days; the header ' +
      '`Copydesk-Range` then says which.',
    query: ViewsQuery,
    replies: { 200: ViewsResult },
    tables: true,
  },
  exportViews: {
    ...analytics,
    path: '/v1/analytics/{projectId}/views/export',
    summary: 'Export the page views of every page',
    description:
      'All pages of the range in one reply, which is streamed, in the order of the page views. An export that breaks ' +
      'off ends without the end of its transfer coding: it is not complete.',
    query: ViewsExportQuery,
    replies: { 200: ViewsResult },
    tables: true,
  },
  getTimeseries: {
    ...analytics,
    path: '/v1/analytics/{projectId}/timeseries',
    summary: 'Get page views over time',
    description: 'The views of each hour, day, week or month of the range, oldest first.',
    query: TimeseriesQuery,
    replies: { 200: TimeseriesResult },
    tables: true,
  },
  getAgents: {
    ...analytics,
    path: '/v1/analytics/{projectId}/agents',
    summary: 'Get the AI agents that read',
    description:
      'For each agent: its operator and purpose, its views, how many are verified, and when it was last seen.',
    query: AgentsQuery,
    replies: { 200: AgentsResult },
    tables: true,
  },
  getNotFound: {
    ...analytics,
    path: '/v1/analytics/{projectId}/not-found',
    summary: 'Get the paths that were not found',
    description: 'Paths that readers requested and that were answered 404 or 410, people and AI apart.',
    query: NotFoundQuery,
    replies: { 200: NotFoundResult },
    tables: true,
  },
  repairNotFound: {
    method: 'POST',
    path: '/v1/analytics/{projectId}/not-found/repair',
    summary: 'Repair the paths that were not found',
    description:
      'Starts a job that gives each address that readers requested and did not find a redirect to the intended page, a new page, ' +
      'or nothing, and tells its evidence and confidence in the pull request. It takes the 2,000 that were asked for most.',
    scope: 'agent:write',
    body: RepairRequest,
    headers: IdempotentHeaders,
    replies: { 201: Job },
    errors: [...acceptErrors, 'nothing_not_found'],
  },
  getReferrers: {
    ...analytics,
    path: '/v1/analytics/{projectId}/referrers',
    summary: 'Get the sites that send readers',
    description: 'Hosts of other sites that readers came from. AI products that send people are named.',
    query: RangeQuery,
    replies: { 200: ReferrersResult },
    tables: true,
  },
  getViewsHealth: {
    ...analytics,
    path: '/v1/analytics/{projectId}/health',
    summary: 'Get the health of the collection',
    description: 'What arrived by day: counted, duplicate, late, and dropped by reason. Answered by whole days.',
    query: RangeQuery,
    replies: { 200: HealthResult },
    tables: true,
  },
  ...readerEndpoints,
  collect: {
    method: 'POST',
    path: '/v1/collect/{projectId}',
    summary: 'Send page views',
    description:
      'One view or up to 1,000, with an `ingest` key; the reply comes after they are durably stored. Without a key from ' +
      'browsers, on the origins that the project allows: then the headers and the address of the request count, ' +
      'not those in the body.',
    scope: 'ingest',
    keyless: true,
    body: CollectRequest,
    replies: { 202: CollectResult },
    errors: [...bodyErrors, 'quota_exceeded', 'origin_not_allowed'],
  },
  ...reportEndpoints,
  ...feedbackEndpoints,
  ...olderAgentEndpoints,
  ...webhookEndpoints,
  ...triggerEndpoints,
  ...automationEndpoints,
  ...connectionEndpoints,
  ...shareEndpoints,
  ...keyEndpoints,
  ...serverHealthEndpoints,
  ...peopleEndpoints,
  ...accountEndpoints,
  ...auditEndpoints,
  ...projectEndpoints,
  ...hostWebhookEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
