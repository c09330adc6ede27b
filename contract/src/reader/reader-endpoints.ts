import type { Endpoint } from '../endpoint.ts';
import {
  BotsResult,
  UnknownReadersResult,
  LatestQuery,
  LatestResult,
  PageJobs,
  PageJobsQuery,
  PageQuery,
  PageResult,
} from './readers.ts';
import { RangeQuery } from './views.ts';

/** What every endpoint that reads page views has in common. */
const analytics = { method: 'GET', scope: 'analytics:read', errors: ['quota_exceeded'] } satisfies Partial<Endpoint>;

/** The endpoints of what the readers' pages show besides the tables of page views. */
export const readerEndpoints = {
  getPage: {
    ...analytics,
    path: '/v1/analytics/{projectId}/page',
    summary: 'Get the readers of a page',
    description:
      'The views of one page, the AI agents that read it, and where its readers came from. For its views over time, use ' +
      '`timeseries` with `exactPath`.',
    query: PageQuery,
    replies: { 200: PageResult },
  },
  getBots: {
    ...analytics,
    path: '/v1/analytics/{projectId}/bots',
    summary: 'Get the bots that are not counted',
    description: 'Search engines, monitors and other automation by name: no total of people and AI includes them.',
    query: RangeQuery,
    replies: { 200: BotsResult },
    tables: true,
  },
  getUnknownReaders: {
    ...analytics,
    path: '/v1/analytics/{projectId}/unknown-readers',
    summary: 'Get readers that look unusual',
    description:
      'Readers that count as a person or as a bot without a name and look unusual, at most of the last 31 days of the range, with a rule of the ' +
      'project to start with. The list changes no counts.',
    query: RangeQuery,
    replies: { 200: UnknownReadersResult },
    tables: true,
  },
  getLatestViews: {
    ...analytics,
    path: '/v1/analytics/{projectId}/latest',
    summary: 'Get the latest views',
    description: 'Single views, newest first, of all kinds of readers: to see whether views arrive.',
    query: LatestQuery,
    replies: { 200: LatestResult },
  },
  listPageJobs: {
    method: 'GET',
    path: '/v2/agent/{projectId}/page-jobs',
    summary: 'List the jobs that changed a page',
    description:
      'Jobs that changed a file from which a page of this path may be made, newest first, with their pull requests.',
    scope: 'agent:read',
    query: PageJobsQuery,
    replies: { 200: PageJobs },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
