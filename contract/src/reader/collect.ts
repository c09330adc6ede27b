import { z } from 'zod';
import { readDateTime } from '../dates.ts';
import { PeopleFrom } from '../project/project-settings.ts';

/** The most events in one request. */
export const maximumBatch = 1_000;

/** Why an event was not counted. The set is closed, and each reason is counted under its name. */
export const dropReasons = {
  future: 'The timestamp is more than a day ahead of the server’s clock',
  ancient: 'The timestamp is before the year 2000',
  invalid_url: 'No page can have this url or path',
  invalid_characters: 'The path has control characters, bidirectional marks or lone surrogates',
  path_too_long: 'The path has more than 2,000 bytes',
  not_a_page: 'It is a file (a style sheet, an image, a feed, data), and nothing shows that it is a page',
  not_served: 'The status is neither a success (2xx, 304) nor 404 or 410',
  method: 'The request was not a GET',
  prefetch: 'The browser prefetched the page, and perhaps nobody looked at it',
  not_navigation: 'A person’s browser fetched it for a script, for the site’s router or for a frame, not to show it',
  excluded_address: 'The project excludes views from this address',
  excluded_path: 'The project excludes views of this path',
  excluded_user_agent: 'The project excludes views by this user agent',
  people_counted_elsewhere: 'The project counts people on the other side: in the browser or on the server',
  unreadable: 'The line of the log could not be read',
} as const;

export type DropReason = keyof typeof dropReasons;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys is typed string[] whatever it is given
export const DropReason = z.enum(Object.keys(dropReasons) as [DropReason, ...DropReason[]]).meta({ id: 'DropReason' });

const timestampForm = 'must be an ISO 8601 date-time such as 2026-11-21T09:30:00Z, or milliseconds since 1970';

/** Milliseconds since 1970, as a number or as an ISO 8601 text. */
const Timestamp = z.union([z.number(), z.string()], timestampForm).transform((value, context) => {
  const milliseconds = typeof value === 'number' ? Math.floor(value) : readDateTime(value)?.getTime();
  if (milliseconds !== undefined && Math.abs(milliseconds) <= 8.64e15) return milliseconds;
  context.addIssue({ code: 'custom', message: timestampForm });
  return z.NEVER;
});

/** The value of a header. Several of one name are joined as in RFC 9110 (5.3). */
const HeaderValue = z.union(
  [z.string(), z.array(z.string()).transform((list) => list.join(', '))],
  'must be a text, or a list of texts',
);

const text = (maximum: number) => z.string().max(maximum).nullish();

/** One view as it is sent. Null means unknown, as does an absent field. Other fields are ignored. */
export const CollectEvent = z
  .object({
    id: z
      .string()
      .regex(/^[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}$/, 'must be a UUID')
      .nullish()
      .describe('The same id counts once within 30 days: send it again as often as needed'),
    url: text(65_536).describe('The full address of the page'),
    path: text(65_536).describe('The path of the page, if the full address is not known'),
    timestamp: Timestamp.nullish().describe('When the page was viewed; absent for the time of arrival'),
    userAgent: text(8_192),
    referrer: text(65_536),
    status: z.int().min(100).max(599).nullish().describe('The status of the reply; absent for a success'),
    contentType: text(1_000).describe('The Content-Type of the reply: a type that no page has is not counted'),
    headers: z
      .record(z.string().max(200).toLowerCase(), HeaderValue)
      .nullish()
      .describe('Headers of the request that distinguish readers: accept, accept-language, sec-fetch-*, signature*'),
    ip: text(200).describe('The address of the reader. It is never stored'),
  })
  .refine((event) => event.url != null || event.path != null, {
    path: ['url'],
    message: 'is missing; an event needs a "url" or a "path"',
  })
  .meta({ id: 'CollectEvent' });

export type CollectEvent = z.output<typeof CollectEvent>;

/** The body of a collect request: one event, or up to 1,000 of them. */
export const CollectRequest = z
  .union([CollectEvent, z.array(CollectEvent).max(maximumBatch)])
  .meta({ id: 'CollectRequest' });

/** What became of the events: `accepted + duplicates + dropped.length` is the number that was sent. */
export const CollectResult = z
  .object({
    accepted: z.int().describe('Events that are counted, and durably stored'),
    duplicates: z.int().describe('Events whose id was already counted'),
    dropped: z
      .array(z.object({ index: z.int(), reason: DropReason, detail: z.string() }))
      .describe('Events that are not counted: the place in the batch, and why'),
  })
  .meta({ id: 'CollectResult' });

export type CollectResult = z.infer<typeof CollectResult>;

const counts = {
  accepted: z.int(),
  duplicates: z.int(),
  late: z
    .int()
    .describe('Accepted events that arrived after their own day (UTC) was over; imported lines are never late'),
  dropped: z.partialRecord(DropReason, z.int()).describe('Events that were not counted, by reason'),
  refused: z.record(z.string(), z.int()).describe('Requests that were refused completely, by the code of the error'),
};

export const HealthResult = z
  .object({
    totals: z.object({
      ...counts,
      people: z
        .object({
          browser: z.int(),
          server: z.int(),
          countedBy: PeopleFrom.nullable().describe('Which side counts people now; null for both'),
          decidedAt: z.iso
            .datetime()
            .nullable()
            .describe('When a week of data decided it; null if a person decided it, or nobody'),
        })
        .describe(
          'Views of people by the side that reported them: if both are above zero, people may count twice, unless one ' +
            'side counts them by now',
        ),
    }),
    days: z.array(z.object({ date: z.iso.date(), ...counts })).describe('By the day of arrival (UTC), newest first'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'HealthResult' });

export type HealthResult = z.infer<typeof HealthResult>;
