import { z } from 'zod';
import { integerParameter } from '../query.ts';
import { Purpose } from '../reader/views.ts';

/** The query of a job's effect. */
export const EffectQuery = z.object({
  days: integerParameter({ minimum: 1, maximum: 180 })
    .default(14)
    .describe('How many days before and after the merge are compared'),
});

export type EffectQuery = z.output<typeof EffectQuery>;

/** The query of the effect of a commit. */
export const CommitEffectQuery = EffectQuery.extend({
  commit: z
    .string()
    .regex(/^[\da-f]{7,64}$/, 'must be the id of a commit, or at least its first seven digits')
    .describe("A commit of the project's branch, such as the one that a pull request was merged by"),
});

export type CommitEffectQuery = z.output<typeof CommitEffectQuery>;

const counts = { before: z.int(), after: z.int() };

export const EffectCounts = z.object(counts).meta({ id: 'EffectCounts' });

export type EffectCounts = z.infer<typeof EffectCounts>;

/** How the views of pages changed, compared with pages of similar traffic that the job did not touch. */
export const Lift = z
  .object({
    ...counts,
    verdict: z
      .enum(['more', 'less', 'no_difference', 'cannot_tell'])
      .describe(
        '`more` and `less` if the whole interval is above or below 0, `no_difference` if it contains 0; `cannot_tell` ' +
          'with too few views, or too few pages of like traffic to compare with',
      ),
    lift: z
      .number()
      .nullable()
      .describe(
        'By how much the views grew beyond those of the comparable pages: 0.3 is 30 % more; null if this cannot be calculated',
      ),
    low: z.number().nullable().describe('The lower end of the interval that holds the true lift in 99 of 100 cases'),
    high: z.number().nullable(),
    comparedWith: z
      .int()
      .describe('With how many pages of similar traffic it was compared; for several pages, the smallest such number'),
  })
  .meta({ id: 'Lift' });

export type Lift = z.infer<typeof Lift>;

const measures = {
  human: Lift,
  ai: Lift,
  purposes: z.record(Purpose, Lift),
  notFound: EffectCounts.describe('Requests that were answered 404 or 410'),
};

/** One page of a file that a job has changed. */
export const EffectPage = z
  .object({
    path: z.string(),
    file: z.string(),
    ...measures,
    returns: EffectCounts.nullable().describe(
      'People who came from products of AI; null beyond the 20 pages that are read most, and where a page has more than ' +
        '5,000 views with a referrer in a range',
    ),
  })
  .meta({ id: 'EffectPage' });

export type EffectPage = z.infer<typeof EffectPage>;

export const TimeRange = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/** The effect of merging a job's pull request on the views of its pages. */
export const JobEffect = z
  .object({
    mergedAt: z.iso.datetime().describe('When the pull request was merged, or when Copydesk noticed it'),
    days: z
      .int()
      .describe('Whole days after the merge, compared with as many before; fewer while the days are not over'),
    isComplete: z.boolean().describe('Whether all requested days are over'),
    before: TimeRange,
    after: TimeRange.describe('From the midnight (UTC) after the merge; both ranges have the same days of the week'),
    together: z.object(measures).describe('Of all compared pages, also those beyond 100'),
    pages: z.array(EffectPage).describe('Those with most views first, at most 100'),
    pagesInAll: z.int(),
    filesNotCompared: z
      .array(z.object({ file: z.string(), why: z.enum(['added', 'moved', 'removed', 'no_page']) }))
      .describe('Files whose pages have no views before and after to compare; at most 100'),
    gaps: z
      .array(z.iso.date())
      .describe(
        'Days of the ranges without any counted view in the whole project: on these days, the counts are too low',
      ),
  })
  .meta({ id: 'JobEffect' });

export type JobEffect = z.infer<typeof JobEffect>;
