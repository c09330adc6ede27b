import type { QueryResultRow } from 'pg';
import { automationPrompt } from '../stand-ins/prompt.ts';
import { expectBegunJobs } from './begun-jobs.ts';
import type {
  AutomationHistory,
  FollowingRow,
  JobHistory,
  JobRow,
  PullRequestRow,
  Observation,
} from './observation.ts';
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
  expectBegunJobs(stage, rows);
  for (const { pull_requests: pullRequests, followings, is_begun: _, ...row } of rows) {
    observation.jobs.push(row);
    observation.pullRequests.push(...pullRequests);
    observation.followings.push(...followings);
  }
  stage.lastObservation = { happenings, observation };
  return observation;
}

type Seen = { is_begun: boolean } & JobRow & { pull_requests: PullRequestRow[]; followings: FollowingRow[] };

const roundsOf = "from job_message message where job_id = job.id and origin ->> 'kind' = 'checks'";

/** Earlier lifecycles leave only archived jobs: any other job belongs to this one, whether it is known or not. */
const jobRows = `
  select id, status, pr_link, error, epoch, leased_until, not_before, updated_at, messages, messages_read, events, steps,
    turn, branch, (select count(*) from job_delivery where job_id = job.id) as deliveries,
    ${rowsOf('number, job_id, head_ref, head_commit, state, updated_at', 'pull_request', 'number')} as pull_requests,
    ${rowsOf('job_id, commit, outcome, since', 'checked_commit', 'since')} as followings,
    (select count(*) from job_message where job_id = job.id and starts_with(prompt, '${automationPrompt}')) as of_automation,
    exists (select from automation_run where job_id = job.id and decision = 'job') as is_begun,
    status <> 'active' and exists (
      select from job_delivery where job_id = job.id and finished_at is null and reconciled_at is null
    ) as unreconciled,
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

export async function readAutomation(stage: Stage): Promise<AutomationHistory> {
  const ids = stage.jobs.map(({ id }) => id);
  const [history] = await read<AutomationHistory>(stage, automationRow, stage.simulation.automation, ids);
  if (history === undefined) throw new Error('there is no automation');
  return history;
}

const automationRow = `
  select due_at, leased_until, (
      select count(*) from automation_event where automation_id = automation.id and handled_at is null
    ) as waiting, (
      select coalesce(jsonb_agg(to_jsonb(run) order by run.id), '[]') from (
        select id, decision, why, events, job_id as job, created_at from automation_run where automation_id = automation.id
      ) as run
    ) as runs, (
      select coalesce(jsonb_agg(jsonb_build_object('job', job_id, 'prompt', prompt) order by job_id, position), '[]')
      from job_message where job_id = any($2) and starts_with(prompt, '${automationPrompt}')
    ) as messages
  from automation where id = $1`;

async function read<Row extends QueryResultRow>(stage: Stage, text: string, ...values: unknown[]): Promise<Row[]> {
  const { rows } = await stage.simulation.observer.query<Row>(text, values, stage.clock.milliseconds());
  return rows;
}

function rowsOf(columns: string, table: string, order: string): string {
  return `(select coalesce(jsonb_agg(to_jsonb(row) order by row.${order}), '[]')
    from (select ${columns} from ${table} where job_id = job.id) as row)`;
}
