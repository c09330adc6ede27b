import { JobId, JobStatus } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import { listedColumns, presentedColumns, presentJob } from '../present.ts';
import type { StoredJob } from '../present.ts';
import { hasWords } from './words.ts';
import { checkCursor } from '../../postgres/statements/cursor.ts';

/** Returns a job of a project, or undefined when the project has no such job. */
export async function readJob(db: Database, projectId: string, jobId: string): Promise<StoredJob | undefined> {
  const row = await db
    .selectFrom('job')
    .select(presentedColumns)
    .where('id', '=', jobId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && presentJob(row);
}

/**
 * Returns a job that a caller may see: of their organisation, and of an existing project. It is one statement, whether
 * the job is absent or not theirs.
 */
export async function findJob(
  db: Database,
  query: { organisationId: string; projectId: string; jobId: string },
): Promise<StoredJob | undefined> {
  const row = await db
    .selectFrom('job')
    .modifyFront(plannedOnce)
    .select(presentedColumns)
    .where('id', '=', query.jobId)
    .where('project_id', '=', query.projectId)
    .where('organisation_id', '=', query.organisationId)
    .where(ofExistingProject)
    .executeTakeFirst();
  return row && presentJob(row);
}

/** Returns jobs of a project, newest first, after an offset: for clients that count rather than use a cursor. */
export async function listJobsFrom(
  db: Database,
  projectId: string,
  { skip, take }: { skip: number; take: number },
): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('job')
    .select(listedColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(take)
    .execute();
  return rows.map(presentJob);
}

/** Which of a project's jobs are listed, and from where on. */
export interface JobListing {
  status?: JobStatus;
  /** The id of a person or a key; `command` for jobs that were started in the terminal. */
  author?: string;
  /** Words, or their beginnings, that the first lines of the prompt contain. */
  q?: string;
  limit: number;
  cursor?: string;
}

/**
 * Returns a page of a project's jobs, newest first. The cursor is the last id of the page before: ids are ordered by
 * time, so a page stays right when jobs are created meanwhile.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function listJobs(
  db: Database,
  projectId: string,
  page: JobListing,
): Promise<{ jobs: StoredJob[]; nextCursor: string | null }> {
  const before = checkCursor(page.cursor, JobId);
  let query = db
    .selectFrom('job')
    .select(listedColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.author === 'command') query = query.where('author_id', 'is', null).where('author_kind', '=', 'command');
  else if (page.author !== undefined) query = query.where('author_id', '=', page.author);
  if (page.q !== undefined) query = query.where(hasWords(page.q));
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    jobs: shown.map(presentJob),
    nextCursor: rows.length > page.limit && last !== undefined ? last.id : null,
  };
}

/** Returns how many entries a job's transcript has. */
export async function countEvents(db: Database, jobId: string): Promise<number> {
  const row = await db.selectFrom('job').select('events').where('id', '=', jobId).executeTakeFirst();
  return row?.events ?? 0;
}

/** The commits that delimit a job's change; all null before its first turn. */
export interface JobProgress {
  /** The commit at which the branch began. */
  branchBase: string | null;
  /** The last commit that was delivered to it. */
  branchHead: string | null;
  /** The commit at which the current turn began; null between turns. */
  baseCommit: string | null;
}

/** Returns the commits of a job's branch and turn. */
export async function readProgress(db: Database, jobId: string): Promise<JobProgress> {
  const row = await db
    .selectFrom('job')
    .select(['branch_base', 'branch_head', 'base_commit'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return { branchBase: row.branch_base, branchHead: row.branch_head, baseCommit: row.base_commit };
}

/** Returns a job's status, or undefined when there is no such job. */
export async function readStatus(db: Database, jobId: string): Promise<JobStatus | undefined> {
  const row = await db.selectFrom('job').select('status').where('id', '=', jobId).executeTakeFirst();
  return row && JobStatus.parse(row.status);
}

/** Returns the project of a job, for operators, who see all projects. */
export async function readProjectId(db: Database, jobId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('job')
    .select('project_id')
    .where('id', '=', jobId)
    .where(ofExistingProject)
    .executeTakeFirst();
  return row?.project_id;
}

/** Excludes the jobs of a deleted project, whose rows are deleted later. */
const ofExistingProject = sql<boolean>`exists (
  select from project where project.id = job.project_id and project.deleted_at is null
)`;
