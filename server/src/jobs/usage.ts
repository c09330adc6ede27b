import type { JobUsage } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** What a job may use from one message to a settled job to the next; null for no limit. */
export interface Budget {
  /** Model calls with what they ask for. */
  steps: number | null;
  /** Read and written by the model, together. */
  tokens: number | null;
  usd: number | null;
  /** Minutes of work; waiting is none. */
  minutes: number | null;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** Prices by the name of the model, `provider/name`. */
export type Prices = ReadonlyMap<string, Price>;

/** What steps have used. */
export interface Spent {
  steps: number;
  inputTokens: number;
  outputTokens: number;
  seconds: number;
}

/** What a job has used, and what it may use. */
export interface Spending {
  model: string;
  /** By all of its steps. */
  whole: Spent;
  /** By the steps that the present budget is for. */
  present: Spent;
  budget: Budget;
}

/** The price of a model, undefined where nobody has told it. What is built in costs nothing. */
export function priceOf(model: string, prices: Prices): Price | undefined {
  return model.startsWith('builtin/') ? { input: 0, output: 0 } : prices.get(model);
}

/** In US dollars. */
export function costOf({ inputTokens, outputTokens }: Spent, price: Price): number {
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/**
 * Adds up the journal of a job: what a crash has cost is not in it, and what was stored is never counted twice.
 *
 * @param defaults what counts where the project says nothing itself.
 */
export async function readSpending(db: Database, jobId: string, defaults: Budget): Promise<Spending> {
  const isPresent = sql<boolean>`job_step.number > job.budget_start`;
  const row = await db
    .selectFrom('job')
    .innerJoin('project', 'project.id', 'job.project_id')
    .leftJoin('job_step', 'job_step.job_id', 'job.id')
    .where('job.id', '=', jobId)
    .groupBy(['job.id', 'project.id'])
    .select(['job.model', 'budget_steps', 'budget_tokens', 'budget_micro_usd', 'budget_minutes'])
    .select([
      sql<number>`count(job_step.number)`.as('steps'),
      sql<number>`count(job_step.number) filter (where ${isPresent})`.as('present_steps'),
      ...tokens('inputTokens', isPresent),
      ...tokens('outputTokens', isPresent),
      sql<number>`coalesce(sum(${seconds}), 0)::float8`.as('seconds'),
      sql<number>`coalesce(sum(${seconds}) filter (where ${isPresent}), 0)::float8`.as('present_seconds'),
    ])
    .executeTakeFirstOrThrow();
  const { steps, inputTokens, outputTokens } = row;
  return {
    model: row.model,
    whole: { steps, inputTokens, outputTokens, seconds: row.seconds },
    present: {
      steps: row.present_steps,
      inputTokens: row.present_inputTokens,
      outputTokens: row.present_outputTokens,
      seconds: row.present_seconds,
    },
    budget: {
      steps: row.budget_steps ?? defaults.steps,
      tokens: row.budget_tokens ?? defaults.tokens,
      usd: row.budget_micro_usd === null ? defaults.usd : row.budget_micro_usd / 1_000_000,
      minutes: row.budget_minutes ?? defaults.minutes,
    },
  };
}

const seconds = sql`extract(epoch from job_step.finished_at - job_step.started_at)`;

/** A model may not tell what it has used: that counts as nothing. */
function tokens<N extends 'inputTokens' | 'outputTokens'>(name: N, isPresent: ReturnType<typeof sql<boolean>>) {
  const sum = sql`sum((job_step.usage->>${sql.lit(name)})::bigint)`;
  const present: `present_${N}` = `present_${name}`;
  return [
    sql<number>`coalesce(${sum}, 0)::bigint`.as(name),
    sql<number>`coalesce(${sum} filter (where ${isPresent}), 0)::bigint`.as(present),
  ] as const;
}

/** What a job has used, as the API answers it. */
export async function readUsage(
  db: Database,
  jobId: string,
  defaults: { budget: Budget; prices: Prices },
): Promise<JobUsage> {
  const { model, whole, present, budget } = await readSpending(db, jobId, defaults.budget);
  const price = priceOf(model, defaults.prices);
  return {
    steps: whole.steps,
    inputTokens: whole.inputTokens,
    outputTokens: whole.outputTokens,
    costUsd: price === undefined ? null : costOf(whole, price),
    workSeconds: whole.seconds,
    budget: {
      steps: { limit: budget.steps, used: present.steps },
      tokens: { limit: budget.tokens, used: present.inputTokens + present.outputTokens },
      usd: { limit: budget.usd, used: price === undefined ? null : costOf(present, price) },
      minutes: { limit: budget.minutes, used: Number((present.seconds / 60).toFixed(2)) },
    },
  };
}
