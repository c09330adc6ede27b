import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { onlyRow } from '../../postgres/statements/only-row.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';
import { isOfTestMode } from '../../postgres/test-organisation.ts';
import { interruptionsBeforeAlone } from './interruptions.ts';
import { leasedColumns } from './lease.ts';
import type { LeasedJob } from './lease.ts';

/** The worker that claims, and its limits. */
export interface Claim {
  worker: string;
  leaseSeconds: number;
  /** How many jobs the worker has room for. */
  most: number;
  /**
   * How many of these places are reserved for projects without a running job, if there are such projects. None when
   * absent.
   */
  kept?: number;
  /** How many jobs of one organisation the worker runs, when the server has several. No limit when absent. */
  organisationLimit?: number;
  /** How many jobs of a project run at once, in all workers together, when the project sets no limit itself. */
  projectLimit: number;
  /** How many jobs run at once in all workers together; no limit when absent. */
  totalLimit?: number;
  /** For how many jobs that must run alone the worker has room; no limit when absent. */
  aloneLimit?: number;
  /** Projects from which no job is taken, because their repositories are on another machine. */
  elsewhere?: readonly string[];
}

/** Any fixed number that nothing else locks: the migrations, and the owner of the embedded server, use others. */
const claimLock = 7_236_841_990_115n;

/** Running jobs, by project. */
export const runningByProject = sql`
  select project_id, count(*) as jobs from job
  where status = 'active' and leased_by is not null and leased_until > now()
  group by project_id
`;

/** More jobs than will ever exist. */
const unlimited = 2 ** 31 - 1;

/**
 * Leases the active jobs that have waited longest, including those whose lease has expired, as far as the limits allow.
 *
 * A lock makes claims run one after another, so that each counts what the one before has taken: the limits hold
 * exactly. The lock is held for two statements, about a millisecond. The query jumps from project to project in the
 * queue's index, so ten thousand jobs that wait behind the limit of one project cost the others nothing.
 *
 * Planning the query takes ten times as long as running it, 4 ms against 0.4, so the plan is kept, from the first time
 * on, and not made when no job is due: three of four claims find none, because every job that begins or ends asks for
 * the next.
 *
 * Jobs may occupy their places for minutes: four projects with five jobs each, whose model server sent a byte a second,
 * had taken all sixteen places of a worker, and no other project got one. So some places are reserved.
 */
export async function claimJobs(db: Database, claim: Claim): Promise<LeasedJob[]> {
  if (!(await isSomeDue(db))) return [];
  return await db.transaction().execute(async (transaction) => {
    // PostgreSQL would plan a statement five times before it keeps the plan.
    const keepPlan = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;
    await sql`select pg_advisory_xact_lock(${claimLock}), ${keepPlan}`.execute(transaction);
    return await claimDue(transaction, claim);
  });
}

/** Whether a job can be leased, as far as no limit prevents it. */
async function isSomeDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`${plannedOnce} select exists (
    select from job
    where status = 'active' and not_before <= now() and (leased_until is null or leased_until < now())
  ) as "isDue"`.execute(db);
  return onlyRow(rows).isDue;
}

async function claimDue(transaction: DatabaseTransaction, claim: Claim): Promise<LeasedJob[]> {
  const aloneLimit = claim.aloneLimit ?? unlimited;
  const { rows } = await sql<LeasedJob>`${plannedOnce}
    with recursive waiting (project_id) as (
      ${waitingProjects}
    ), running as (
      ${runningByProject}
    ), here as (
      select organisation_id, count(*) as jobs from job
      where status = 'active' and leased_by = ${claim.worker} and leased_until > now()
      group by organisation_id
    ), room as (
      select project.id, project.organisation_id, coalesce(running.jobs, 0) as running, coalesce(project.concurrency, ${claim.projectLimit}) - coalesce(running.jobs, 0) as jobs
      from waiting
      join project on project.id = waiting.project_id and project.deleted_at is null
        and project.id <> all(${claim.elsewhere ?? []}::text[])
      left join running on running.project_id = project.id
    ), kept as (
      ${keptPlaces(claim)}
    ), first as (
      ${firstOfProjects(claim, aloneLimit)}
    ), placed as (
      select first.*, row_number() over (order by first.not_before, first.id) as place from first
      where first.of_organisation <= ${claim.organisationLimit ?? unlimited}
        -- What is tried with test keys has its share, and is no other organisation.
        or (not ${isOfTestMode('first.organisation_id')} and (select count(*) from organisation where test_of is null) = 1)
    ), due as (
      select placed.id, placed.not_before, placed.alone from placed
      where placed.place <= ${claim.most} - (select kept.places from kept) or placed.of_project = 1
      order by placed.not_before, placed.id
      limit ${claim.most}
    ), ranked as (
      select due.*, row_number() over (partition by due.alone order by due.not_before, due.id) as place from due
    ), allowed as (
      select ranked.id from ranked
      where not ranked.alone or ranked.place <= ${aloneLimit}
      order by ranked.not_before, ranked.id
      limit greatest(${claim.totalLimit ?? unlimited} - (select coalesce(sum(running.jobs), 0) from running), 0)
    ), locked as (
      -- Skipped: a row whose holder was stopped in the middle of a transaction must not stop all claims.
      select job.id from job where job.id in (select allowed.id from allowed) for update skip locked
    )
    update job
    set epoch = epoch + 1, leased_by = ${claim.worker}, attempts = attempts + 1,
      -- Not now(): that is when this claim began to wait for the one before it.
      leased_until = clock_timestamp() + make_interval(secs => ${claim.leaseSeconds})
    where id in (select locked.id from locked) and status = 'active' and (leased_until is null or leased_until < now())
    returning ${sql.join(leasedColumns.map((column) => sql.ref(column)))}
  `.execute(transaction);
  return rows;
}

/** The projects of active jobs: the query jumps from one to the next in the queue's index. It ends with a null. */
const waitingProjects = sql`
  (select project_id from job where status = 'active' order by project_id limit 1)
  union all
  select (
    select job.project_id from job
    where job.status = 'active' and job.project_id > waiting.project_id
    order by job.project_id limit 1
  )
  from waiting where waiting.project_id is not null
`;

/** How many places stay free for projects without a running job, as far as there are such projects. */
function keptPlaces({ kept = 0, elsewhere = [] }: Claim) {
  return sql`
    select count(*) as places from (
      select from project
      where deleted_at is null and id <> all(${elsewhere}::text[])
        and id not in (select running.project_id from running)
      limit ${kept}
    ) as idle
  `;
}

/**
 * The due jobs of each project that have waited longest, as many as it has room for, each with the number that its
 * project and its organisation then run.
 */
function firstOfProjects({ most }: Claim, aloneLimit: number) {
  return sql`
    select first.*, room.organisation_id, room.running + row_number() over (
      partition by room.id order by first.not_before, first.id
    ) as of_project, coalesce(here.jobs, 0) + row_number() over (
      partition by room.organisation_id order by first.not_before, first.id
    ) as of_organisation
    from room left join here on here.organisation_id = room.organisation_id cross join lateral (
      select job.id, job.not_before, job.attempts >= ${interruptionsBeforeAlone} as alone from job
      where job.status = 'active' and job.project_id = room.id and job.not_before <= now()
        and (job.leased_until is null or job.leased_until < now())
        and (job.attempts < ${interruptionsBeforeAlone} or ${aloneLimit}::integer > 0)
      order by job.not_before, job.id
      limit greatest(least(room.jobs, ${most}), 0)
    ) as first
  `;
}

/**
 * Leases only this job, whatever the limits, for a person who works on it in this process; returns undefined when it is
 * leased already.
 */
export async function claimOneJob(
  db: Database,
  claim: Pick<Claim, 'worker' | 'leaseSeconds'> & { jobId: string },
): Promise<LeasedJob | undefined> {
  return await db
    .updateTable('job')
    .set((eb) => ({
      epoch: eb('epoch', '+', 1),
      leased_by: claim.worker,
      leased_until: sql<Date>`now() + make_interval(secs => ${claim.leaseSeconds})`,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', claim.jobId)
    .where('status', '=', 'active')
    .where('not_before', '<=', sql<Date>`now()`)
    .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<', sql<Date>`now()`)]))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('project').whereRef('project.id', '=', 'job.project_id').where('project.deleted_at', 'is', null),
      ),
    )
    .returning(leasedColumns)
    .executeTakeFirst();
}
