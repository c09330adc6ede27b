import { HelperCall } from '@copydesk/contract';
import type { JobUsage, ModelPrice, StepUsage, TokenPrices } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';
import { plannedOnce } from '../../postgres/statements/planned-once.ts';

/** What a job may use from one message that activates it to the next; null for no limit. */
export interface Budget {
  /** Model calls with the tool calls that they request. */
  steps: number | null;
  /** Tokens that the model reads and writes, together. */
  tokens: number | null;
  usd: number | null;
  /** Minutes of work; waiting does not count. */
  minutes: number | null;
}

/** Returns what a model costs on a day; undefined when that is not known. */
export type Prices = (model: string, day: Date) => ModelPrice | undefined;

/** What applies when the project sets nothing itself, and what models cost. */
export interface SpendingDefaults {
  budget: Budget;
  prices: Prices;
}

/** What steps have used. */
export interface Spent {
  steps: number;
  /** All input tokens, including those from the cache. */
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  seconds: number;
}

/** The usage of a day's steps with the same price: prices apply from a day on, and long calls have their own prices. */
export interface DaySpent extends Spent {
  /** The job's own model, or a helper, whose calls are not steps. */
  model: string;
  day: Date;
  isLong: boolean;
}

/** What a job has used, by days and models, oldest first, and what it may use. */
export interface Spending {
  /** The job's own model. */
  model: string;
  /** The usage of all its steps. */
  whole: DaySpent[];
  /** The usage of the steps that count on the current budget. */
  present: DaySpent[];
  budget: Budget;
}

/** Returns the sum of all days. */
export function sumOf(days: readonly Spent[]): Spent {
  const sum: Spent = { ...nothing };
  for (const day of days) for (const name of amounts) sum[name] += day[name];
  return sum;
}

const nothing: Spent = {
  steps: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  seconds: 0,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys is typed string[] whatever it is given
const amounts = Object.keys(nothing) as (keyof Spent)[];

/** Returns the cost in US dollars, at the prices of each day; null when a price is not known and tokens were used. */
export function costOf(days: readonly DaySpent[], prices: Prices): number | null {
  let cost = 0;
  for (const day of days) {
    if (day.inputTokens === 0 && day.outputTokens === 0) continue;
    const price = prices(day.model, day.day);
    if (price === undefined) return null;
    cost += costAt(day, day.isLong ? (price.long ?? price) : price);
  }
  return cost;
}

/** Returns the usage of one call of a model, as a day that has nothing else. */
export function spentBy({ model, usage }: HelperCall, at: Date, prices: Prices): DaySpent {
  const inputTokens = usage.inputTokens ?? 0;
  return {
    ...nothing,
    model,
    day: at,
    isLong: inputTokens > longAbove(model, at, prices),
    inputTokens,
    cachedInputTokens: usage.cachedInputTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
  };
}

/** Returns how many tokens a call may read before the price of long calls applies. */
function longAbove(model: string, day: Date, prices: Prices): number {
  return prices(model, day)?.long?.above ?? Infinity;
}

/** Returns what one step has cost, including a helper's calls; null when a price is not known. */
export function costOfStep(calls: readonly HelperCall[], at: Date, prices: Prices): number | null {
  return costOf(
    calls.map((call) => spentBy(call, at, prices)),
    prices,
  );
}

function costAt(spent: Spent, price: TokenPrices): number {
  const plain = Math.max(0, spent.inputTokens - spent.cachedInputTokens - spent.cacheWriteTokens);
  return (
    (plain * price.input +
      spent.cachedInputTokens * price.cachedInput +
      spent.cacheWriteTokens * price.cacheWrite +
      spent.outputTokens * price.output) /
    1_000_000
  );
}

/** Adds up the journal of a job: it does not contain what a crash has cost, and nothing stored is counted twice. */
export async function readSpending(db: Database, jobId: string, defaults: SpendingDefaults): Promise<Spending> {
  const job = await db
    .selectFrom('job')
    .modifyFront(plannedOnce)
    .innerJoin('project', 'project.id', 'job.project_id')
    .where('job.id', '=', jobId)
    .select(['job.model', 'job.budget_start', 'job.created_at'])
    .select(['budget_steps', 'budget_tokens', 'budget_micro_usd', 'budget_minutes'])
    .executeTakeFirstOrThrow();
  const { budget, prices } = defaults;
  const counted = { job, prices };
  const whole = (await Promise.all([spentBySteps(db, jobId, counted), spentByHelpers(db, jobId, counted)])).flat();
  return {
    model: job.model,
    whole,
    present: whole.filter(({ isPresent }) => isPresent),
    budget: {
      steps: job.budget_steps ?? budget.steps,
      tokens: job.budget_tokens ?? budget.tokens,
      usd: job.budget_micro_usd === null ? budget.usd : job.budget_micro_usd / 1_000_000,
      minutes: job.budget_minutes ?? budget.minutes,
    },
  };
}

type Counted = DaySpent & { isPresent: boolean };

interface CountedJob {
  job: { model: string; budget_start: number; created_at: Date };
  prices: Prices;
}

async function spentBySteps(db: Database, jobId: string, { job, prices }: CountedJob): Promise<Counted[]> {
  const above = prices(job.model, job.created_at)?.long?.above ?? null;
  const { rows } = await sql<Counted>`
    select ${job.model}::text as model, date_trunc('day', started_at at time zone 'UTC') at time zone 'UTC' as day,
      number > ${job.budget_start} as "isPresent",
      coalesce((usage->>'inputTokens')::bigint > ${above}::bigint, false) as "isLong",
      count(*) as steps,
      ${tokens('inputTokens')} as "inputTokens",
      ${tokens('cachedInputTokens')} as "cachedInputTokens",
      ${tokens('cacheWriteTokens')} as "cacheWriteTokens",
      ${tokens('outputTokens')} as "outputTokens",
      sum(extract(epoch from finished_at - started_at))::float8 as seconds
    from job_step where job_id = ${jobId}
    group by 2, 3, 4 order by 2
  `.execute(db);
  return rows;
}

/** Adds up helpers call by call: a helper may change from turn to turn, and each has its own prices. */
async function spentByHelpers(db: Database, jobId: string, { job, prices }: CountedJob): Promise<Counted[]> {
  const steps = await db
    .selectFrom('job_step')
    .select(['number', 'started_at', 'helper_calls'])
    .where('job_id', '=', jobId)
    .where('helper_calls', 'is not', null)
    .orderBy('number')
    .execute();
  return steps.flatMap(({ number, started_at: at, helper_calls: calls }) => {
    const isPresent = number > job.budget_start;
    return HelperCalls.parse(calls).map((call) => Object.assign(spentBy(call, at, prices), { isPresent }));
  });
}

const HelperCalls = z.array(HelperCall);

/** A model may not report its usage: that counts as nothing. */
function tokens(name: keyof StepUsage) {
  return sql`coalesce(sum((usage->>${sql.lit(name)})::bigint), 0)::bigint`;
}

/** Returns what a job has used, in the form of the API. */
export async function readUsage(db: Database, jobId: string, defaults: SpendingDefaults): Promise<JobUsage> {
  const { model, whole, present, budget } = await readSpending(db, jobId, defaults);
  const { seconds, ...all } = sumOf(whole);
  const used = sumOf(present);
  return {
    ...all,
    costUsd: costOf(whole, defaults.prices),
    prices: pricesOf(daysOfModel(model, whole), defaults.prices),
    ...helpersOf(model, whole, defaults.prices),
    workSeconds: seconds,
    budget: {
      steps: { limit: budget.steps, used: used.steps },
      tokens: { limit: budget.tokens, used: used.inputTokens + used.outputTokens },
      usd: { limit: budget.usd, used: costOf(present, defaults.prices) },
      minutes: { limit: budget.minutes, used: Number((used.seconds / 60).toFixed(2)) },
    },
  };
}

/** Returns the prices of all days, each once. */
function pricesOf(days: readonly DaySpent[], prices: Prices): ModelPrice[] {
  const found = days.flatMap(({ model, day }) => prices(model, day) ?? []);
  return [...new Map(found.map((price) => [price.from, price])).values()];
}

function daysOfModel(model: string, days: readonly DaySpent[]): DaySpent[] {
  return days.filter((day) => day.model === model);
}

/** Returns the usage of models other than the job's own. */
function helpersOf(own: string, days: readonly DaySpent[], prices: Prices): Pick<JobUsage, 'helpers'> {
  const helpers = otherModels(own, days).map((model) => {
    const calls = daysOfModel(model, days);
    const { inputTokens, outputTokens } = sumOf(calls);
    const [costUsd, ownPrices] = [costOf(calls, prices), pricesOf(calls, prices)];
    return { model, calls: calls.length, inputTokens, outputTokens, costUsd, prices: ownPrices };
  });
  return helpers.length === 0 ? {} : { helpers };
}

function otherModels(own: string, days: readonly DaySpent[]): string[] {
  return [...new Set(days.map(({ model }) => model))].filter((model) => model !== own);
}

const unlimited: Budget = { steps: null, tokens: null, usd: null, minutes: null };

/** Returns what the whole job has used, as its last entry reports it. */
export async function readTotals(db: Database, jobId: string, prices: Prices) {
  const { model, whole } = await readSpending(db, jobId, { budget: unlimited, prices });
  const helpers = otherModels(model, whole);
  const { steps, inputTokens, cachedInputTokens, outputTokens } = sumOf(whole);
  const used = { steps, inputTokens, cachedInputTokens, outputTokens, costUsd: costOf(whole, prices) };
  return helpers.length === 0 ? used : { ...used, helpers };
}
