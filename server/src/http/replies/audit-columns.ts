import type { AuditEntry } from '@copydesk/contract';
import type { Column } from '../../analytics/export/columns.ts';

/** The audit log as a table. */
export const auditColumns: Column<AuditEntry>[] = [
  { name: 'id', cell: ({ id }) => id },
  { name: 'at', cell: ({ at }) => at },
  { name: 'actorKind', cell: ({ actor }) => actor.kind },
  { name: 'actorId', cell: ({ actor }) => actor.id },
  { name: 'actorName', cell: ({ actor }) => actor.name },
  { name: 'address', cell: ({ address }) => address },
  { name: 'action', cell: ({ action }) => action },
  { name: 'projectId', cell: ({ projectId }) => projectId },
  { name: 'subjectKind', cell: ({ subject }) => subject.kind },
  { name: 'subjectId', cell: ({ subject }) => subject.id },
  { name: 'subjectName', cell: ({ subject }) => subject.name },
  { name: 'detail', cell: ({ detail }) => JSON.stringify(detail) },
];
