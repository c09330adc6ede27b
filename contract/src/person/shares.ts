import { z } from 'zod';

/** Who made a share link, what for, and whether it is used. It never contains the link itself. */
export const Share = z
  .object({
    id: z.string().describe('`shr_` and 22 characters'),
    name: z.string().describe('What the link is for; empty if not given'),
    hint: z.string().describe('The last characters of its token'),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('To within some minutes'),
  })
  .meta({ id: 'Share' });

export type Share = z.infer<typeof Share>;

export const ShareList = z.object({ shares: z.array(Share).describe('Newest first') }).meta({ id: 'ShareList' });

export type ShareList = z.infer<typeof ShareList>;

/** The length of a name. */
const longestName = 100;

export const ShareRequest = z
  .object({
    name: z
      .string()
      .trim()
      .max(longestName)
      .refine(
        (text) => !text.includes('\0') && text.isWellFormed(),
        'must not contain a NUL character or a lone surrogate',
      )
      .default('')
      .describe('What the link is for, such as "Newsletter"'),
  })
  .meta({ id: 'ShareRequest' });

export type ShareRequest = z.output<typeof ShareRequest>;

export const CreatedShare = Share.extend({
  url: z
    .url()
    .nullable()
    .describe(
      'The link: whoever has it sees the readers, until it is revoked. It is shown only once, and null in a reply that ' +
        'is repeated for the same idempotency key',
    ),
  badge: z.url().nullable().describe('A badge of the views of 30 days, as SVG; null if the link is null'),
  feed: z.url().nullable().describe('The weekly and monthly reports, as an Atom feed; null if the link is null'),
}).meta({ id: 'CreatedShare' });

export type CreatedShare = z.infer<typeof CreatedShare>;
