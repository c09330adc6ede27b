import { z } from 'zod';
import { DateBound } from '../dates.ts';
import { integerParameter, textParameter } from '../query.ts';
import { TimeZone } from '../time-zone.ts';

/** What an AI product reads a page for. */
export const purposes = ['assistant', 'coding', 'search', 'training', 'other'] as const;

export const Purpose = z.enum(purposes).meta({ id: 'Purpose' });

export type Purpose = z.infer<typeof Purpose>;

/**
 * How certain it is that an AI view came from the operator it names: `verified` by a published address range or a
 * signature, `claimed` only by its user agent, `unverifiable` because the product runs on users' own machines,
 * `spoofed` where the operator publishes its addresses and this is not one of them.
 */
export const verifications = ['verified', 'claimed', 'unverifiable', 'spoofed'] as const;

export const Verification = z.enum(verifications).meta({ id: 'Verification' });

export type Verification = z.infer<typeof Verification>;

/** The form in which a page was requested. */
export const surfaces = ['html', 'markdown', 'llms.txt'] as const;

export const Surface = z.enum(surfaces).meta({ id: 'Surface' });

export type Surface = z.infer<typeof Surface>;

/** The products whose counts can be imported, by their exports. `csv` is any other. */
export const sourceNames = ['umami', 'plausible', 'matomo', 'ga4', 'goatcounter', 'mintlify', 'csv'] as const;

export const SourceName = z.enum(sourceNames).meta({ id: 'SourceName' });

export type SourceName = z.infer<typeof SourceName>;

/** Who has counted a view: Copydesk itself, or a product whose counts were imported. */
export const CountedBy = z.enum(['copydesk', ...sourceNames]).meta({ id: 'CountedBy' });

export type CountedBy = z.infer<typeof CountedBy>;

/** Views that other products have counted, by product. They are included in `total`. */
export const Sources = z.partialRecord(SourceName, z.int()).meta({ id: 'Sources' });

export type Sources = z.infer<typeof Sources>;

const sources = Sources.optional().describe(
  'The part of the total that was imported from other products; absent if Copydesk counted all of it',
);

/** Days, weeks (from Monday, ISO 8601) and months of UTC. */
export const Interval = z.enum(['hour', 'day', 'week', 'month']).meta({ id: 'Interval' });

export type Interval = z.infer<typeof Interval>;

const moment = 'a date, or an ISO 8601 date-time, which is UTC unless it has an offset';
const dateFrom = DateBound.optional().describe(`Views at this moment or later: ${moment}. Omitted: no lower limit`);
const dateTo = DateBound.optional().describe(`Views before this moment, not at it: ${moment}. Omitted: no upper limit`);
const limit = integerParameter({ minimum: 1, maximum: 250 }).default(50).describe('Results per page');
const offset = integerParameter({ minimum: 0 }).default(0).describe('Number of rows to skip');

/** Bounds are half open, `[dateFrom, dateTo)`. */
export const rangeBounds = { dateFrom, dateTo };

/** For a table that has more rows than one reply. */
export const pageOfResults = { limit, offset };

/** A link cannot send `Accept`. A browser saves this format as a file. */
const format = z
  .enum(['json', 'csv', 'ndjson'])
  .optional()
  .describe('The form of the reply; it takes precedence over `Accept`; CSV and JSON lines come as files to download');

/** The range and the page that every analytics endpoint takes. */
const rangeAndPage = { ...rangeBounds, ...pageOfResults, format };

/** For every table that separates pages or AI agents, and for one page. */
export const surfaceFilter = Surface.optional().describe(
  'Only views of pages that readers requested in this form: `markdown` by a path in `.md` or by `Accept`',
);

const filtersOfRequests = {
  path: textParameter({ maximum: 4_096 }).optional().describe('Only pages whose path begins with this'),
  exactPath: textParameter({ maximum: 4_096 }).optional().describe('Only the page whose path is this'),
  purpose: Purpose.optional().describe('Only AI views of this purpose'),
  agent: textParameter({ maximum: 200 }).optional().describe('Only AI views of this agent, such as `ClaudeBot`'),
  surface: surfaceFilter,
};

/** Other products report nothing about what was not found. */
const filters = {
  ...filtersOfRequests,
  source: CountedBy.optional().describe('Only views that Copydesk itself, or this other product, counted'),
};

/** Single pages are counted by days in UTC, from which the days of another zone cannot be put together. */
function zoneOfWholeSite(
  query: { timeZone?: string; path?: string; exactPath?: string; interval: Interval },
  context: z.core.$RefinementCtx,
): void {
  if (query.timeZone === undefined || query.interval === 'hour') return;
  if (query.path === undefined && query.exactPath === undefined) return;
  const message =
    'is only for the whole site: pages are counted by days of UTC. Leave it out, or leave out "path" and "exactPath"';
  context.addIssue({ code: 'custom', path: ['timeZone'], message });
}

/** `dateFrom` may equal `dateTo`, but not come after it. */
export function requireOrder(query: { dateFrom?: Date; dateTo?: Date }, context: z.core.$RefinementCtx): void {
  if (query.dateFrom === undefined || query.dateTo === undefined || query.dateFrom <= query.dateTo) return;
  context.addIssue({ code: 'custom', path: ['dateFrom'], message: 'must not be after "dateTo"' });
}

export const ViewsQuery = z.object({ ...rangeAndPage, ...filters }).superRefine(requireOrder);

export type ViewsQuery = z.output<typeof ViewsQuery>;

export const TimeseriesQuery = z
  .object({
    interval: Interval.default('day'),
    timeZone: TimeZone.optional().describe('The time zone for days, weeks and months; absent for UTC'),
    ...rangeAndPage,
    ...filters,
  })
  .superRefine(requireOrder)
  .superRefine(zoneOfWholeSite);

export type TimeseriesQuery = z.output<typeof TimeseriesQuery>;

/** The query of the AI agents. */
export const AgentsQuery = z
  .object({
    interval: Interval.exclude(['hour']).optional().describe('Adds to each agent its views per day, week or month'),
    visits: z.enum(['true', 'false']).optional().describe('Adds how many people came from AI products'),
    surface: surfaceFilter,
    ...rangeAndPage,
  })
  .superRefine(requireOrder);

export type AgentsQuery = z.output<typeof AgentsQuery>;

/** The query of what was not found. */
export const NotFoundQuery = z
  .object({
    details: z.enum(['true', 'false']).optional().describe('Adds to each path who requested it, and from where'),
    ...rangeAndPage,
    ...filtersOfRequests,
  })
  .superRefine(requireOrder);

export type NotFoundQuery = z.output<typeof NotFoundQuery>;

/** The query of the endpoints that take only a range and a page. */
export const RangeQuery = z.object(rangeAndPage).superRefine(requireOrder);

export type RangeQuery = z.output<typeof RangeQuery>;

/** The query of an export of every page, which is not paginated. */
export const ViewsExportQuery = z.object({ ...rangeBounds, ...filters, format }).superRefine(requireOrder);

export type ViewsExportQuery = z.output<typeof ViewsExportQuery>;

const split = {
  human: z.int().describe('Views by people'),
  ai: z.int().describe('Views by or for AI products'),
  total: z.int().describe('human + ai'),
};

/** Views split by kind of reader; always `total = human + ai`. Other bots are in neither. */
export const Totals = z.object(split).meta({ id: 'Totals' });

export type Totals = z.infer<typeof Totals>;

const hasMore = z.boolean().describe('Whether more results exist beyond this page of results');

export const PageViews = z.object({ path: z.string(), ...split, sources }).meta({ id: 'PageViews' });

export type PageViews = z.infer<typeof PageViews>;

export const ViewsResult = z
  .object({
    totals: Totals.describe('Site-wide totals of the whole range, independent of `limit` and `offset`'),
    views: z.array(PageViews).describe('By total, most first, then by path'),
    hasMore,
    sources,
  })
  .meta({ id: 'ViewsResult' });

export type ViewsResult = z.infer<typeof ViewsResult>;

export const TimeseriesResult = z
  .object({
    interval: Interval,
    totals: Totals,
    series: z
      .array(
        z.object({
          start: z.iso.datetime().describe('The first moment of the hour, day, week or month, in UTC'),
          ...split,
          bots: z.int().describe('Views by other bots, which no total includes'),
          sources,
        }),
      )
      .describe('Oldest first, without a gap; the first and the last count only what is within the range'),
    hasMore,
    sources,
  })
  .meta({ id: 'TimeseriesResult' });

export type TimeseriesResult = z.infer<typeof TimeseriesResult>;

/** What the assistants of an AI operator read, compared with the people that its products sent. */
export const VisitsBack = z
  .object({
    operator: z.string(),
    products: z.array(z.string()).describe('Products whose hosts are known, such as `ChatGPT`'),
    reads: z.int().describe('Views by its agents of the purpose `assistant`'),
    visits: z.int().describe('Views of people that came from its products'),
    readsPerVisit: z.number().nullable().describe('reads ÷ visits; null if there is no visit, or not all are known'),
  })
  .meta({ id: 'VisitsBack' });

export type VisitsBack = z.infer<typeof VisitsBack>;

export const AgentsResult = z
  .object({
    totals: Totals,
    agents: z
      .array(
        z.object({
          agent: z.string(),
          operator: z.string(),
          purpose: Purpose,
          views: z.int(),
          verification: z.record(Verification, z.int()).describe('The views by how they were verified'),
          verifiedShare: z.number().describe('The share of the views that are verified, from 0 to 1'),
          surfaces: z.record(Surface, z.int()).describe('The views by the form that was asked for'),
          lastSeen: z.iso.datetime().describe('The last view within the range, exact to the hour at least'),
          source: SourceName.optional().describe('The other product that counted these; absent for Copydesk'),
          trend: z
            .array(z.int())
            .optional()
            .describe('With `interval`: the views of each, of the starts in `trendStarts`'),
        }),
      )
      .describe('By views, most first; those with equally many by agent, operator and purpose, each by its bytes'),
    trendStarts: z
      .array(z.iso.datetime())
      .optional()
      .describe('With `interval`: the first moments of the days, weeks or months; the latest 250 of them'),
    visitsBack: z.array(VisitsBack).optional().describe('With `visits`: by operator, most reads first'),
    hasMore,
    sources,
  })
  .meta({ id: 'AgentsResult' });

export type AgentsResult = z.infer<typeof AgentsResult>;

export const NotFoundResult = z
  .object({
    totals: Totals,
    paths: z
      .array(
        PageViews.extend({
          agents: z
            .array(z.object({ agent: z.string(), views: z.int() }))
            .optional()
            .describe('With `details`: the AI agents that asked for it, most views first; at most 10'),
          referrers: z
            .array(z.object({ referrer: z.string(), product: z.string().nullable(), views: z.int() }))
            .optional()
            .describe('With `details`: where those came from that told; at most 10, of the latest 200 such views'),
        }),
      )
      .describe('What was asked for and answered 404 or 410; by total, most first, then by path'),
    hasMore,
  })
  .meta({ id: 'NotFoundResult' });

export type NotFoundResult = z.infer<typeof NotFoundResult>;

export const ReferrersResult = z
  .object({
    totals: Totals.describe('Views that came with a referrer of another site'),
    referrers: z
      .array(
        z.object({
          referrer: z.string().describe('The host that people came from'),
          product: z.string().nullable().describe('The AI product of that host, such as `ChatGPT`; null for any other'),
          operator: z.string().nullable(),
          ...split,
        }),
      )
      .describe('By total, most first, then by host'),
    hasMore,
  })
  .meta({ id: 'ReferrersResult' });

export type ReferrersResult = z.infer<typeof ReferrersResult>;
