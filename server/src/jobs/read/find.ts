import { JobId, JobStatus } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { hasWords } from './words.ts';

/** The fields of a job that a list of search results shows. */
export interface FoundJob {
  id: string;
  projectId: string;
  project: string;
  status: JobStatus;
  summary: string;
  createdAt: Date;
}

/** Returns the newest jobs of an organisation that contain all the words of a search, or the one with a given id. */
export async function findJobs(
  db: Database,
  { organisationId, boundTo }: { organisationId: string; boundTo: string | null },
  { text, limit }: { text: string; limit: number },
): Promise<FoundJob[]> {
  const isId = JobId.safeParse(text).success;
  const rows = await db
    .selectFrom('job')
    .innerJoin('project', 'project.id', 'job.project_id')
    .select([
      'job.id',
      'job.project_id as projectId',
      'project.name as project',
      'job.status',
      'job.summary',
      'job.created_at as createdAt',
    ])
    .where('job.organisation_id', '=', organisationId)
    .where('project.deleted_at', 'is', null)
    .$if(boundTo !== null, (query) => query.where('job.project_id', '=', boundTo ?? ''))
    .where((where) => (isId ? where('job.id', '=', text) : hasWords(text)))
    .orderBy('job.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(present);
}

function present(row: Omit<FoundJob, 'status'> & { status: string }): FoundJob {
  return { ...row, status: JobStatus.parse(row.status) };
}
