import { sql } from 'kysely';
import type { Database } from '../../../server/src/postgres/database.ts';

/** An automation's row, as far as the rules read it. */
export interface AutomationRow {
  id: string;
  dueAt: Date | null;
  nextAt: Date | null;
  isLeased: boolean;
  /** Whether its next time or its hold is over: a worker has to check it. */
  isDue: boolean;
  /** How many events nobody has handled. */
  waiting: number;
}

/** A run, with the fields by which the API lists it. */
export interface RunRow {
  id: string;
  decision: string;
  why: string;
  events: number;
  job: string | null;
}

/** A message of a job that an automation began. */
export interface AutomationMessage {
  job: string;
  prompt: string;
}

/** What a reader reported. */
export interface ReportRow {
  id: string;
  status: 'pending' | 'in_progress' | 'resolved';
  job: string | null;
  /** The number of the pull request whose merge resolved it. */
  resolvedBy: number | null;
  /** The pull requests of turns that had read it. */
  answeredBy: number[];
}

/** Reads everything that readers reported. */
export async function readReports(db: Database): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select id, status, job_id as job, resolved_number as "resolvedBy", array(
      select distinct delivery.pull_request_number from job_delivery delivery
        join job_message message on message.job_id = delivery.job_id and message.position = feedback.given_with
        join job_step step on step.job_id = message.job_id and step.number = message.read_at_step
      where delivery.job_id = feedback.job_id and delivery.pull_request_number is not null and delivery.turn >= step.turn
    ) as "answeredBy"
    from feedback order by id
  `.execute(db);
  return rows;
}

export async function readAutomationRows(db: Database): Promise<AutomationRow[]> {
  const { rows } = await sql<AutomationRow>`
    select id, due_at as "dueAt", next_at as "nextAt", coalesce(leased_until > now(), false) as "isLeased",
      coalesce(due_at <= now(), false) as "isDue", (
        select count(*) from automation_event event
        where event.automation_id = automation.id and event.handled_at is null
      )::integer as waiting
    from automation order by id
  `.execute(db);
  return rows;
}

/** Reads the runs of an automation, oldest first. */
export async function readRuns(db: Database, automation: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select id, decision, why, events, job_id as job from automation_run where automation_id = ${automation} order by id
  `.execute(db);
  return rows;
}

/** Reads the jobs of all automations. */
export async function readJobsOf(db: Database): Promise<{ automation: string; job: string }[]> {
  const { rows } = await sql<{ automation: string; job: string }>`
    select distinct automation_id as automation, job_id as job from automation_run where job_id is not null
  `.execute(db);
  return rows;
}

/**
 * Reads what the jobs of a project were told by the automation with this prompt, in the order of acceptance. It asks all
 * jobs: a job that no run lists would be one too many.
 */
export async function readAutomationMessages(db: Database, prompt: string): Promise<AutomationMessage[]> {
  const { rows } = await sql<AutomationMessage>`
    select job_id as job, prompt from job_message where starts_with(prompt, ${prompt}) order by job_id, position
  `.execute(db);
  return rows;
}

/** Counts the runs of all automations, by their decision. */
export async function countDecisions(db: Database): Promise<{ decision: string; count: number }[]> {
  const { rows } = await sql<{ decision: string; count: number }>`
    select decision, count(*)::integer as count from automation_run group by decision order by decision
  `.execute(db);
  return rows;
}
