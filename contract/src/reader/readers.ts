import { z } from 'zod';
import { JobPullRequest } from '../job/job.ts';
import { integerParameter, textParameter } from '../query.ts';
import {
  Purpose,
  SourceName,
  Sources,
  Totals,
  Verification,
  VisitsBack,
  requireOrder,
  pageOfResults,
  rangeBounds,
  surfaceFilter,
} from './views.ts';

/** The query of one page. */
export const PageQuery = z
  .object({
    path: textParameter({ maximum: 4_096 }).describe('The path of the page'),
    surface: surfaceFilter,
    ...rangeBounds,
  })
  .superRefine(requireOrder);

export type PageQuery = z.output<typeof PageQuery>;

/** Views of a page that came from another site. */
export const PageReferrer = z.object({
  referrer: z.string().describe('The host that people came from'),
  product: z.string().nullable().describe('The AI product of that host, such as `ChatGPT`; null for any other'),
  operator: z.string().nullable(),
  human: z.int(),
  ai: z.int(),
  total: z.int(),
});

export type PageReferrer = z.infer<typeof PageReferrer>;

/** An AI agent that read a page. */
export const PageReader = z.object({ agent: z.string(), operator: z.string(), purpose: Purpose, views: z.int() });

export type PageReader = z.infer<typeof PageReader>;

export const PageResult = z
  .object({
    path: z.string(),
    totals: Totals,
    notFound: Totals.describe('Requests for it that were answered 404 or 410'),
    bots: z.int().describe('Views by other bots, which no total includes'),
    agents: z
      .array(
        PageReader.extend({
          source: SourceName.optional().describe('The other product that counted these; absent for Copydesk'),
        }),
      )
      .describe(
        'The AI agents that read it: by views, most first, then by agent, operator and purpose, each by its bytes',
      ),
    visitsBack: z
      .array(VisitsBack)
      .describe('By operator of AI products, most reads first; visits are counted among the views of `referrersOf`'),
    referrers: z
      .array(PageReferrer)
      .describe('Where its readers came from: by total, most first, then by host; at most 100'),
    referrersOf: z
      .object({ views: z.int(), complete: z.boolean() })
      .describe(
        'The latest single views with a referrer, from which `referrers` are counted; not complete beyond 5,000',
      ),
    sources: Sources.optional().describe(
      'The part of the total that was imported from other products; absent if Copydesk counted all of it',
    ),
  })
  .meta({ id: 'PageResult' });

export type PageResult = z.infer<typeof PageResult>;

export const BotsResult = z
  .object({
    totals: z.object({ views: z.int().describe('Views by bots, which no total of people and AI includes') }),
    bots: z
      .array(
        z.object({
          bot: z.string(),
          operator: z.string(),
          views: z.int(),
          lastSeen: z.iso.datetime().describe('The last view within the range, exact to the hour at least'),
        }),
      )
      .describe('By views, most first; equal ones by bot and operator, each by its bytes'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'BotsResult' });

export type BotsResult = z.infer<typeof BotsResult>;

export const UnknownReadersResult = z
  .object({
    totals: z.object({ readers: z.int().describe('On all pages; a reader with two marks counts as two') }),
    readers: z
      .array(
        z.object({
          userAgent: z.string().describe('As it is stored: for a browser, its names and main versions'),
          class: z.enum(['human', 'bot']).describe('The kind that it counts as'),
          mark: z
            .enum(['no_name', 'headless', 'no_fetch_metadata', 'steady'])
            .describe(
              '`no_name`: a program that no rule names; `headless`: a browser that a program controls; `no_fetch_metadata`: a ' +
                'browser without the Sec-Fetch headers that its version sends; `steady`: visits with 20 pages and more, one every two ' +
                'seconds or faster',
            ),
          views: z.int(),
          lastSeen: z.iso.datetime(),
          rule: z.string().nullable().describe('A rule of the project to start with; null if most people would match'),
        }),
      )
      .describe('By views, most first'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'UnknownReadersResult' });

export type UnknownReadersResult = z.infer<typeof UnknownReadersResult>;

/** The query of the latest views. */
export const LatestQuery = z.object(pageOfResults);

export type LatestQuery = z.output<typeof LatestQuery>;

export const LatestResult = z
  .object({
    views: z
      .array(
        z.object({
          at: z.iso.datetime(),
          path: z.string(),
          found: z.boolean().describe('False if the reply was 404 or 410'),
          reader: z.enum(['human', 'ai', 'bot']),
          agent: z.string().nullable().describe('Null for people'),
          verification: Verification.nullable().describe('Null if it is not an AI view'),
          referrer: z.string().nullable().describe('The host that the reader came from'),
        }),
      )
      .describe('Newest first'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'LatestResult' });

export type LatestResult = z.infer<typeof LatestResult>;

/** The query of the jobs that touched a page. */
export const PageJobsQuery = z.object({
  path: textParameter({ maximum: 4_096 }).describe('The path of the page, as page views have it'),
  limit: integerParameter({ minimum: 1, maximum: 50 }).default(10).describe('Jobs, the latest first'),
});

export type PageJobsQuery = z.output<typeof PageJobsQuery>;

export const PageJobs = z
  .object({
    jobs: z.array(
      z.object({
        id: z.string(),
        status: z.enum(['active', 'completed', 'archived', 'failed']),
        summary: z.string().describe('The beginning of its first prompt'),
        createdAt: z.iso.datetime(),
        prLink: z
          .url()
          .nullable()
          .describe('The pull request that it delivered last, even if that did not change the page'),
        files: z.array(z.string()).describe('The files of the page that it changed'),
        pullRequests: z
          .array(JobPullRequest)
          .describe('The pull requests that changed these files, in the order of their numbers'),
      }),
    ),
  })
  .meta({ id: 'PageJobs' });

export type PageJobs = z.infer<typeof PageJobs>;
