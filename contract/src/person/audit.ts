import { z } from 'zod';
import { DateBound } from '../dates.ts';
import { integerParameter, textParameter } from '../query.ts';

const Timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601, UTC');

/** One entry: who did what, to what, when and from where. */
export const AuditEntry = z
  .object({
    id: z.int().describe('Greater for later entries'),
    at: Timestamp,
    actor: z.object({
      kind: z
        .enum(['person', 'key', 'command', 'system'])
        .describe('`command` is the terminal of the server; `system` is Copydesk itself, or somebody unknown'),
      id: z.string().nullable(),
      name: z.string().describe('The name at that time'),
    }),
    address: z.string().nullable().describe('The IP address of the request; null for the terminal'),
    action: z.string().describe('A stable name such as `key.create`'),
    projectId: z.string().nullable(),
    subject: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
    detail: z
      .record(z.string(), z.unknown())
      .describe('What was changed; the fields depend on the action; never a secret'),
  })
  .meta({ id: 'AuditEntry' });

export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = z
  .object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() })
  .meta({ id: 'AuditList' });

export type AuditList = z.infer<typeof AuditList>;

/** The filters of the audit log. */
const filters = {
  action: textParameter({ maximum: 100 })
    .optional()
    .describe('One action such as `key.create`, or a prefix such as `key` for all its actions'),
  actor: textParameter({ maximum: 100 }).optional().describe('The id of a person or a key, or `command` or `system`'),
  project: textParameter({ maximum: 100 }).optional().describe('The id of a project'),
  from: DateBound.optional().describe('Not before this date or date-time'),
  to: DateBound.optional().describe('Before this date or date-time'),
};

/** The id of an entry, as a cursor. */
export const AuditEntryId = z.string().regex(/^[1-9]\d{0,14}$/, 'must be the id of an entry');

export const AuditQuery = z.object({
  ...filters,
  limit: integerParameter({ minimum: 1, maximum: 250 }).default(50),
  cursor: AuditEntryId.optional().describe('The `nextCursor` of the page before'),
});

export type AuditQuery = z.output<typeof AuditQuery>;
