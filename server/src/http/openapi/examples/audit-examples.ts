import type { AuditList } from '@copydesk/contract';
import { headText, rowsText } from '../../../analytics/export/table-text.ts';
import { auditColumns } from '../../replies/audit-columns.ts';

const list: AuditList = {
  entries: [
    {
      id: 4_217,
      at: '2026-01-05T21:40:12.000Z',
      actor: { kind: 'person', id: 'per_4fNqT2x8VbLw6RkYcZp0Ha', name: 'Ada Lovelace' },
      address: '192.0.2.7',
      action: 'person.change',
      projectId: null,
      subject: { kind: 'person', id: 'per_8VbLw6RkYcZp0Ha4fNqT2x', name: 'Grace Hopper' },
      detail: { role: { from: 'viewer', to: 'editor' } },
    },
  ],
  nextCursor: null,
};

/** An example of the audit log, by the name of its shape. */
export const auditExamples = { AuditList: list };

/** The same as CSV and as JSON lines. */
export const auditTableExamples: Record<string, { csv: string; ndjson: string }> = {
  AuditList: {
    csv: headText('csv', auditColumns) + rowsText('csv', auditColumns, list.entries),
    ndjson: rowsText('ndjson', auditColumns, list.entries),
  },
};
