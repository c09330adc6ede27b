import type { QueryResultRow } from 'pg';
import type { FollowingRow, JobHistory, JobRow, PullRequestRow, Observation } from './observation.ts';
import type { Stage } from './stage.ts';

/** Observes a world. When nothing has happened since the last observation, that one is returned. */
export async function observe(stage: Stage): Promise<Observation> {
  const { happenings, lastObservation } = stage;
  if (lastObservation?.happenings === happenings) return lastObservation.observation;
  const ids = stage.jobs.map(({ id }) => id);
  const rows = await read<Seen>(stage, jobRows, ids);
  const observation: Observation = {
    jobs: [],
    pullRequests: [],
    followings: [],
    branches: new Map(stage.origin.branches),
  };
  for (const { pull_requests: pullRequests, followings, ...row } of rows) {
    observation.jobs.push(row);
    observation.pullRequests.push(...pullRequests);
    observation.followings.push(...followings);
  }
  stage.lastObservation = { happenings, observation };
  return observation;
}

type Seen = JobRow & { pull_requests: PullRequestRow[]; followings: FollowingRow[] };

const roundsOf = "from job_message message where job_id = job.id and origin ->> 'kind' = 'checks'";

/** Earlier lifecycles leave only archived jobs: any other job belongs to this one, whether it is known or not. */
const jobRows = `
  select id, status, pr_link, error, epoch, leased_until, not_before, updated_at, messages, messages_read, events, steps,
    turn, branch, (select count(*) from job_delivery where job_id = job.id) as deliveries,
    ${rowsOf('number, job_id, head_ref, head_commit, state, updated_at', 'pull_request', 'number')} as pull_requests,
    ${rowsOf('job_id, commit, outcome, since', 'checked_commit', 'since')} as followings,
    (select count(*) ${roundsOf}) as rounds, (select count(*) ${roundsOf} and message.position > (
      select max(position) from job_message where job_id = job.id and origin is null)) as rounds_in_a_row
  from job where id = any($1) or status <> 'archived' order by id`;

export async function readHistory(stage: Stage, jobId: string): Promise<JobHistory> {
  const [history] = await read<JobHistory>(stage, historyOf, jobId);
  if (history === undefined) throw new Error(`there is no job ${jobId}`);
  return history;
}

const historyOf = `
  select ${rowsOf("position, prompt, read_at_step, origin ->> 'commentId' as round", 'job_message', 'position')} as messages,
    ${rowsOf('sequence, type, data', 'job_event', 'sequence')} as events,
    ${rowsOf('number, turn, messages, helper_calls', 'job_step', 'number')} as steps,
    ${rowsOf('number, branch, commit, finished_at is not null as finished', 'job_delivery', 'number')} as deliveries
  from job where id = $1`;

async function read<Row extends QueryResultRow>(stage: Stage, text: string, value: unknown): Promise<Row[]> {
  const { rows } = await stage.simulation.observer.query<Row>(text, [value], stage.clock.milliseconds());
  return rows;
}

function rowsOf(columns: string, table: string, order: string): string {
  return `(select coalesce(jsonb_agg(to_jsonb(row) order by row.${order}), '[]')
    from (select ${columns} from ${table} where job_id = job.id) as row)`;
}
