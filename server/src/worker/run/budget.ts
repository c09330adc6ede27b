import { CopydeskError } from '@copydesk/contract';
import type { ModelPrice } from '@copydesk/contract';
import type { StepRecord, TurnBudget } from '../../agent/turn.ts';
import { costOf, readSpending, spentBy, sumOf } from '../../jobs/usage/usage.ts';
import type { Budget, DaySpent, Prices, Spending, SpendingDefaults, Spent } from '../../jobs/usage/usage.ts';
import type { Database } from '../../postgres/database.ts';

/**
 * Opens the budget of a job from the state of its journal, so that a resumed turn continues counting.
 *
 * @param helper the helper model, if there is one.
 * @throws CopydeskError `model_not_configured` when dollars are to be counted and the price of a model is not
 *   configured.
 */
export async function openBudget(
  db: Database,
  jobId: string,
  defaults: SpendingDefaults,
  { now, helper }: { now: Date; helper: string | undefined },
): Promise<TurnBudget> {
  return countDown(await readSpending(db, jobId, defaults), defaults.prices, { now, helper });
}

/** A budget that counts every step and reports when it is used up. */
export function countDown(
  { model, budget, present }: Spending,
  prices: Prices,
  { now, helper = model }: { now: Date; helper?: string | undefined },
): TurnBudget {
  if (budget.usd !== null) requirePrices([model, helper], budget.usd, (name) => prices(name, now));
  const before = costOf(present, prices) ?? 0;
  const steps: DaySpent[] = [];
  return {
    use: (step) => void steps.push(...spentInStep(model, step, prices)),
    check(pending = []) {
      const calls = [...steps, ...pending.map((call) => spentBy(call, now, prices))];
      const spent = sumOf([...present, ...calls]);
      const over = findOverspent(budget, spent, before + (costOf(calls, prices) ?? 0));
      if (over !== undefined) throw usedUp(over);
    },
  };
}

function spentInStep(
  model: string,
  { usage, helperCalls = [], startedAt, finishedAt }: StepRecord,
  prices: Prices,
): DaySpent[] {
  const seconds = (finishedAt.getTime() - startedAt.getTime()) / 1000;
  const own = { ...spentBy({ model, usage }, startedAt, prices), steps: 1, seconds };
  return [own, ...helperCalls.map((call) => spentBy(call, startedAt, prices))];
}

interface Overspent {
  name: keyof Budget;
  allowed: string;
  used: string;
}

function findOverspent(budget: Budget, spent: Spent, usd: number): Overspent | undefined {
  const used: Record<keyof Budget, number> = {
    steps: spent.steps,
    tokens: spent.inputTokens + spent.outputTokens,
    usd,
    minutes: spent.seconds / 60,
  };
  const names = ['steps', 'tokens', 'usd', 'minutes'] as const;
  for (const name of names) {
    const limit = budget[name];
    if (limit !== null && used[name] >= limit)
      return { name, allowed: formatters[name](limit), used: formatters[name](used[name]) };
  }
  return undefined;
}

const formatters: Record<keyof Budget, (amount: number) => string> = {
  steps: (count) => `${count} ${count === 1 ? 'step' : 'steps'}`,
  tokens: (count) => `${count.toLocaleString('en')} tokens`,
  usd: (amount) => `${amount.toFixed(amount < 1 ? 4 : 2)} US dollars`,
  minutes: (count) => `${Number(count.toFixed(1))} minutes of work`,
};

function usedUp({ name, allowed, used }: Overspent): CopydeskError {
  return new CopydeskError(
    'limit_reached',
    `The job has used ${used}, and its budget is ${allowed}. Its work is kept: send a message, and it continues with ` +
      `the same budget again. The operator can raise it with "copydesk project set … --budget-${name}".`,
  );
}

function requirePrices(models: string[], usd: number, priceOf: (model: string) => ModelPrice | undefined): void {
  const unknown = models.find((model) => priceOf(model) === undefined);
  if (unknown !== undefined) throw withoutPrice(unknown, usd);
}

function withoutPrice(model: string, usd: number): CopydeskError {
  return new CopydeskError(
    'model_not_configured',
    `The job has a budget of ${formatters.usd(usd)}, and the cost of the model ${model} is unknown. Set its price in ` +
      'COPYDESK_MODEL_PRICES, or remove the budget.',
  );
}
