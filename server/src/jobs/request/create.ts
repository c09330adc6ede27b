import type { JobAuthor, MissedPath } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { inTransaction } from '../../postgres/database.ts';
import type { Database, DatabaseTransaction, Schema } from '../../postgres/database.ts';
import { storeCarried } from './carried.ts';
import type { NewCarried } from './carried.ts';
import { eventChannel } from '../events.ts';
import { findAccepted, storeAccepted } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import { newJobId } from '../job-id.ts';
import { addMissed } from './missed.ts';
import { presentedColumns, presentJob, storedColumns } from '../present.ts';
import type { StoredJob } from '../present.ts';
import { useQuota } from './quota.ts';
import type { QuotaState } from './quota.ts';

/** Wakes the workers: notified when a job has become active. */
export const activeChannel = 'job_active';

export interface NewJob {
  project: { id: string; organisationId: string };
  prompt: string;
  /** The person or key that requests it; absent when there is none. */
  author?: JobAuthor;
  model: string;
  /** The full URL of the repository, without credentials. */
  sourceRepository: string;
  /** The branch that the pull request will be merged into. */
  baseRef: string;
  /** The branch that the agent works on, if that name is free; when absent, the job gets its own branch. */
  branch?: string;
  /** Whether pull requests of the job are opened as drafts. */
  asDraft?: boolean;
  /** The addresses that it must repair, when the job is for that. */
  missed?: readonly MissedPath[];
  /** Whose change it carries, when the job is for that. */
  carried?: NewCarried;
  idempotency?: Idempotency;
  quota?: { perHour: number };
  now: Date;
  /**
   * Returns the entry of the audit log. The statement that writes the job also writes the entry: a separate one would
   * reduce the requests that are accepted per second by a tenth.
   */
  auditEntry?: (job: { id: string; summary: string }) => Insertable<Schema['audit_entry']>;
}

/** An accepted job; `replayed` when it is the earlier result of the same idempotency key. */
export interface Accepted {
  job: StoredJob;
  replayed: boolean;
  /** What is left of the quota that the request was counted on; absent when there was none. */
  quota?: QuotaState;
}

/**
 * Accepts a job: one transaction with its row, its first message, the idempotency key and the quota. When it returns,
 * the job is durable.
 *
 * @throws CopydeskError `idempotency_key_in_flight`, `idempotency_key_reused`, `quota_exceeded`; for a job that carries
 *   another one's change also those of {@link storeCarried}.
 */
export async function createJob(db: Database, request: NewJob): Promise<Accepted> {
  return await inTransaction(db, async (transaction) => {
    const { idempotency, project } = request;
    const earlier = idempotency && (await findAccepted(transaction, project.id, idempotency));
    if (earlier !== undefined) return { job: await readAny(transaction, earlier), replayed: true };
    const quota =
      request.quota && (await useQuota(transaction, project.id, 'create', { ...request.quota, now: request.now }));
    const job = await insertJob(transaction, request);
    if (request.missed) await addMissed(transaction, job.id, request.missed);
    if (request.carried) {
      const { baseRef } = request;
      await storeCarried(transaction, { id: job.id, projectId: project.id, baseRef }, request.carried);
    }
    if (idempotency) await storeAccepted(transaction, project.id, job.id, idempotency);
    return { job, replayed: false, quota };
  });
}

/**
 * Inserts the job with one statement: the row, its first message, the transcript's first entry, and the notifications
 * at commit.
 */
async function insertJob(transaction: DatabaseTransaction, request: NewJob): Promise<StoredJob> {
  const id = newJobId(request.now);
  const first = { position: 0, prompt: request.prompt };
  const { author } = request;
  const summary = summaryOf(request.prompt);
  const entry = request.auditEntry?.({ id, summary });
  const job = transaction
    .with('created', (query) =>
      query
        .insertInto('job')
        .values({
          id,
          organisation_id: request.project.organisationId,
          project_id: request.project.id,
          status: 'active',
          model: request.model,
          source_repository: request.sourceRepository,
          base_ref: request.baseRef,
          branch: request.branch ?? ownBranch(id),
          as_draft: request.asDraft ?? false,
          author_kind: author?.kind ?? '',
          author_id: author?.id ?? null,
          author_name: author?.name ?? '',
          summary,
          messages: 1,
          events: 1,
          created_at: request.now,
        })
        .returning(storedColumns),
    )
    .with('message', (query) => query.insertInto('job_message').values({ job_id: id, ...first }))
    .with('event', (query) =>
      query.insertInto('job_event').values({ job_id: id, sequence: 1, type: 'message', data: JSON.stringify(first) }),
    );
  const noted: typeof job = entry ? job.with('noted', (query) => query.insertInto('audit_entry').values(entry)) : job;
  const row = await noted
    .selectFrom('created')
    .select(storedColumns)
    .select([notify(eventChannel, id).as('notified_listeners'), notify(activeChannel, '').as('notified_workers')])
    .executeTakeFirstOrThrow();
  const { carried } = request;
  const madeFrom = carried === undefined ? null : { kind: carried.kind, job: carried.of };
  return presentJob({ ...row, pull_request: null, host_checks: null, made_from: madeFrom });
}

/** Returns the name of a job's own branch, whatever the repository contains. */
export function ownBranch(jobId: string): string {
  return `copydesk/${jobId}`;
}

const longestSummary = 500;

/** Returns the first characters of a prompt, without cutting one in two. */
function summaryOf(prompt: string): string {
  if (prompt.length <= longestSummary) return prompt;
  return Array.from(prompt.slice(0, longestSummary * 2))
    .slice(0, longestSummary)
    .join('')
    .toWellFormed();
}

function notify(channel: string, payload: string) {
  return sql<string>`pg_notify(${channel}, ${payload})`;
}

/** Notifies the workers, when the transaction commits, that there is a job to lease. */
export async function wakeWorkers(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_notify(${activeChannel}, '')`.execute(transaction);
}

/** Returns the current state of a job whose id came from this database. */
export async function readAny(transaction: DatabaseTransaction, jobId: string): Promise<StoredJob> {
  const row = await transaction
    .selectFrom('job')
    .select(presentedColumns)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return presentJob(row);
}
