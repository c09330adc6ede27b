import { JobFailure, JobStatus } from '@copydesk/contract';
import type { Job } from '@copydesk/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '../postgres/database.ts';

export type JobRow = Selectable<Schema['job']>;

/** The columns that the public object is made of. */
export const presentedColumns = [
  'id',
  'status',
  'source_repository',
  'branch',
  'model',
  'pr_link',
  'created_at',
  'archived_at',
  'error',
] as const satisfies (keyof JobRow)[];

export type PresentedRow = Pick<JobRow, (typeof presentedColumns)[number]>;

/** The job as the API answers it. */
export function presentJob(row: PresentedRow): Job {
  return {
    id: row.id,
    status: JobStatus.parse(row.status),
    source: { repository: row.source_repository, ref: row.branch },
    model: row.model,
    prLink: row.pr_link,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    error: row.error === null ? null : JobFailure.parse(row.error),
  };
}
