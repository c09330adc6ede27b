import type { Actor } from '../../audit/actor.ts';
import { listOfRequest, readJobSource } from '../../jobs/request/carried.ts';
import type { CarriedKind, JobSource, NewCarried } from '../../jobs/request/carried.ts';
import { readAny } from '../../jobs/request/create.ts';
import type { Accepted, NewJob } from '../../jobs/request/create.ts';
import { findAccepted, storeAccepted } from '../../jobs/request/idempotency.ts';
import type { Idempotency } from '../../jobs/request/idempotency.ts';
import type { StoredJob } from '../../jobs/present.ts';
import type { QuotaState } from '../../jobs/request/quota.ts';
import { inTransaction } from '../../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { startJob } from './create-job.ts';
import { invalidField } from '../invalid.ts';

/** What a job of the project starts with, and the job whose change it carries. */
export interface CarryDraft extends Omit<
  NewJob,
  'prompt' | 'baseRef' | 'branch' | 'author' | 'auditEntry' | 'carried' | 'missed'
> {
  /** The job that made the change. */
  jobId: string;
}

/**
 * Starts a job that reverts another job's merged pull request, on the branch that it was merged into.
 *
 * @throws CopydeskError `not_found`, `nothing_to_carry`, `pull_request_not_merged`, `already_undone`, and those of
 *   {@link startJob}.
 */
export async function undoJob(db: Database, actor: Actor, { jobId, ...draft }: CarryDraft): Promise<Accepted> {
  const source = await readJobSource(db, { projectId: draft.project.id, jobId });
  return await startJob(db, actor, { ...draft, ...draftCarriedJob('undo', jobId, source, source.baseRef) });
}

/** The accepted jobs of a backport, in the order of its branches. */
export interface AcceptedBackport {
  jobs: StoredJob[];
  replayed: boolean;
  quota?: QuotaState;
}

/**
 * Starts a job for each branch that another job's change is backported to: all of them, or none.
 *
 * @throws CopydeskError `invalid_request` (the branch is the one that the change was made for), `not_found`,
 *   `nothing_to_carry`,
 *   `already_backported`, and those of {@link startJob}.
 */
export async function backportJob(
  db: Database,
  actor: Actor,
  { jobId, idempotency, ...draft }: CarryDraft,
  refs: readonly string[],
): Promise<AcceptedBackport> {
  const projectId = draft.project.id;
  const source = await readJobSource(db, { projectId, jobId });
  refs.forEach((ref, position) => {
    if (ref !== source.baseRef) return;
    throw invalidField(
      `/refs/${position}`,
      `must be another branch than ${ref}, which already gets the change of the job`,
    );
  });
  return await inTransaction(db, async (transaction) => {
    const earlier = await replayOf(transaction, projectId, idempotency);
    if (earlier !== undefined) return { jobs: earlier, replayed: true };
    const accepted: Accepted[] = [];
    for (const [position, ref] of refs.entries()) {
      const [first] = accepted;
      // Ids are ordered by time, so one millisecond per position gives the list of jobs, and a replay, the order of the
      // request.
      const now = new Date(draft.now.getTime() + position);
      const request = first === undefined ? {} : { requestId: first.job.id };
      accepted.push(
        await startJob(transaction, actor, {
          ...draft,
          now,
          ...draftCarriedJob('backport', jobId, source, ref, request),
        }),
      );
    }
    const [first] = accepted;
    if (first && idempotency) await storeAccepted(transaction, projectId, first.job.id, idempotency);
    return { jobs: accepted.map(({ job }) => job), replayed: false, quota: accepted.at(-1)?.quota };
  });
}

async function replayOf(
  transaction: DatabaseTransaction,
  projectId: string,
  idempotency: Idempotency | undefined,
): Promise<StoredJob[] | undefined> {
  const first = idempotency && (await findAccepted(transaction, projectId, idempotency));
  if (first === undefined) return undefined;
  const jobs: StoredJob[] = [];
  for (const id of await listOfRequest(transaction, first)) jobs.push(await readAny(transaction, id));
  return jobs;
}

const longestQuote = 200;

function draftCarriedJob(
  kind: CarriedKind,
  jobId: string,
  { summary }: JobSource,
  baseRef: string,
  request: Pick<NewCarried, 'requestId'> = {},
): Pick<NewJob, 'prompt' | 'baseRef' | 'carried'> {
  const [line = ''] = summary.trim().split('\n');
  const quote = line.length > longestQuote ? `${line.slice(0, longestQuote).toWellFormed()}…` : line;
  const what = kind === 'undo' ? `Undo the job ${jobId}` : `Carry the change of the job ${jobId} to ${baseRef}`;
  return { prompt: `${what}: ${quote}`, baseRef, carried: { kind, of: jobId, ...request } };
}
