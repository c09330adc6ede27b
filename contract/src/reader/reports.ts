import { z } from 'zod';
import { DateBound } from '../dates.ts';
import { EffectCounts, Lift, TimeRange } from '../job/effect.ts';
import type { Endpoint } from '../endpoint.ts';
import { Purpose } from './views.ts';

export const reportPeriods = ['week', 'month'] as const;

export const ReportPeriod = z.enum(reportPeriods).meta({ id: 'ReportPeriod' });

export type ReportPeriod = z.infer<typeof ReportPeriod>;

/** The query of a report. */
export const ReportQuery = z.object({
  period: ReportPeriod.default('week').describe('A week is from Monday to Sunday (UTC)'),
  date: DateBound.optional().describe(
    'A day of the week or month, such as its first; absent for the last one that is over. For one that is not over, the ' +
      'report contains the whole days so far',
  ),
});

export type ReportQuery = z.output<typeof ReportQuery>;

export const ReportPage = z
  .object({ path: z.string(), views: z.int(), before: z.int() })
  .meta({ id: 'ReportPage', description: 'The views of a page in the period, and in as many days before' });

export type ReportPage = z.infer<typeof ReportPage>;

const audience = {
  views: z.int(),
  before: z.int(),
  readMost: z.array(ReportPage).describe('At most 10'),
  readMore: z
    .array(ReportPage)
    .describe(
      'The pages whose views grew the most, at most 10: only if they differ by more than three standard deviations of ' +
        'the random variation of counts of this size',
    ),
  readLess: z.array(ReportPage).describe('The same for pages whose views fell'),
};

export const ReportAudience = z.object(audience).meta({ id: 'ReportAudience' });

export type ReportAudience = z.infer<typeof ReportAudience>;

export const ReportAiAudience = z
  .object({ ...audience, purposes: z.record(Purpose, EffectCounts).describe('`after` is the period') })
  .meta({ id: 'ReportAiAudience' });

export type ReportAiAudience = z.infer<typeof ReportAiAudience>;

/** A pull request of a job that was merged. */
export const MergedChange = z
  .object({
    job: z.string(),
    page: z.url().describe('The page of the job, for people'),
    title: z.string(),
    prLink: z.url(),
    mergedAt: z.iso.datetime().describe('When it was merged, or when Copydesk noticed it'),
  })
  .meta({ id: 'MergedChange' });

export type MergedChange = z.infer<typeof MergedChange>;

export const ChangeEffect = MergedChange.extend({
  days: z.int().describe('Days after the merge that are compared with as many before'),
  pages: z.int().describe('Pages that are compared'),
  human: Lift,
  ai: Lift,
  notFound: EffectCounts.describe('Requests for its pages that were answered 404 or 410'),
}).meta({ id: 'ChangeEffect' });

export type ChangeEffect = z.infer<typeof ChangeEffect>;

export const ReportWork = z
  .object({
    jobs: z
      .object({
        created: z.int(),
        completed: z.int(),
        failed: z.int(),
        active: z.int(),
        archived: z.int(),
      })
      .describe('Jobs that were created in the period, by their current state'),
    merged: z
      .array(MergedChange)
      .describe('Pull requests of jobs that were merged in the period, newest first, at most 50'),
    mergedInAll: z.int(),
    effects: z
      .array(ChangeEffect)
      .describe(
        'The effect of changes on page views whose 14 days after the merge ended in the period, so that each is reported once: those ' +
          'merged last, at most 10',
      ),
    effectsInAll: z.int(),
    costUsd: z
      .number()
      .nullable()
      .describe('The cost of the models of the jobs in the period; null if the price of one is unknown'),
  })
  .meta({ id: 'ReportWork' });

export type ReportWork = z.infer<typeof ReportWork>;

/** The report of a week or a month for the docs of a project. */
export const Report = z
  .object({
    period: ReportPeriod,
    ...TimeRange.shape,
    isComplete: z.boolean().describe('Whether the week or month is over'),
    before: TimeRange.describe('The days before it with which it is compared: as many, and the same days of the week'),
    human: ReportAudience,
    ai: ReportAiAudience,
    notFound: z
      .object({
        human: EffectCounts,
        ai: EffectCounts,
        paths: z
          .array(z.object({ path: z.string(), human: z.int(), ai: z.int(), before: z.int() }))
          .describe('The paths with the most requests that were not found, at most 10'),
      })
      .describe('Requests that were answered 404 or 410; `after` is the period'),
    feedback: z
      .object({
        helpful: z.int(),
        notHelpful: z.int(),
        comments: z.int(),
        pages: z
          .array(z.object({ path: z.string(), helpful: z.int(), notHelpful: z.int(), comments: z.int() }))
          .describe('Ordered by how often they were not helpful, most often first, at most 5'),
      })
      .describe('The feedback of readers on the pages'),
    work: ReportWork.nullable().describe('What jobs did; null for a key without `agent:read`'),
    gaps: z.array(z.iso.date()).describe('Days of both ranges on which nothing at all was counted'),
  })
  .meta({ id: 'Report' });

export type Report = z.infer<typeof Report>;

/** The endpoint of reports. */
export const reportEndpoints = {
  getReport: {
    method: 'GET',
    path: '/v1/reports/{projectId}',
    summary: 'Get the report of a week or a month',
    description:
      'What people and AI read most, more and less than before, which paths were not found, what readers said, which ' +
      'changes were merged, the effect of earlier ones, and the cost. Whole days of UTC. As Markdown with `Accept: text/markdown`.',
    scope: 'analytics:read',
    query: ReportQuery,
    replies: { 200: Report },
    errors: ['quota_exceeded'],
    markdown: true,
  },
} as const satisfies Record<string, Endpoint>;
