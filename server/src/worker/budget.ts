import { CopydeskError } from '@copydesk/contract';
import type { ModelPrice } from '@copydesk/contract';
import type { StepRecord, TurnBudget } from '../agent/turn.ts';
import { costOf, readSpending, sumOf } from '../jobs/usage.ts';
import type { Budget, DaySpent, Prices, Spending, SpendingDefaults, Spent } from '../jobs/usage.ts';
import type { Database } from '../postgres/database.ts';

/**
 * Opens the budget of a job as its journal leaves it, so that a turn that is resumed goes on counting.
 *
 * @throws CopydeskError `model_not_configured` when dollars are to be counted and nobody has told what the model costs.
 */
export async function openBudget(
  db: Database,
  jobId: string,
  defaults: SpendingDefaults,
  now: Date,
): Promise<TurnBudget> {
  return countDown(await readSpending(db, jobId, defaults), defaults.prices, now);
}

/** A budget that is told of every step, and says when it is used up. */
export function countDown({ model, budget, present }: Spending, prices: Prices, now: Date): TurnBudget {
  if (budget.usd !== null && prices(model, now) === undefined) throw withoutPrice(model, budget.usd);
  const before = costOf(model, present, prices) ?? 0;
  const steps: DaySpent[] = [];
  return {
    use: (step) => void steps.push(spentBy(step, prices(model, step.startedAt))),
    check() {
      const spent = sumOf([...present, ...steps]);
      const over = overspent(budget, spent, before + (costOf(model, steps, prices) ?? 0));
      if (over !== undefined) throw usedUp(over);
    },
  };
}

function spentBy({ usage, startedAt, finishedAt }: StepRecord, price: ModelPrice | undefined): DaySpent {
  return {
    day: startedAt,
    isLong: price?.long != null && (usage.inputTokens ?? 0) > price.long.above,
    steps: 1,
    inputTokens: usage.inputTokens ?? 0,
    cachedInputTokens: usage.cachedInputTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    seconds: (finishedAt.getTime() - startedAt.getTime()) / 1000,
  };
}

interface Overspent {
  name: keyof Budget;
  allowed: string;
  used: string;
}

function overspent(budget: Budget, spent: Spent, usd: number): Overspent | undefined {
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
      return { name, allowed: told[name](limit), used: told[name](used[name]) };
  }
  return undefined;
}

const told: Record<keyof Budget, (amount: number) => string> = {
  steps: (count) => `${count} ${count === 1 ? 'step' : 'steps'}`,
  tokens: (count) => `${count.toLocaleString('en')} tokens`,
  usd: (amount) => `${amount.toFixed(amount < 1 ? 4 : 2)} US dollars`,
  minutes: (count) => `${Number(count.toFixed(1))} minutes of work`,
};

function usedUp({ name, allowed, used }: Overspent): CopydeskError {
  return new CopydeskError(
    'limit_reached',
    `The job has used ${used}, and its budget is ${allowed}. What it has done is kept: send a message, and it goes on with ` +
      `the same budget again. The operator can raise it with "copydesk project set … --budget-${name}".`,
  );
}

function withoutPrice(model: string, usd: number): CopydeskError {
  return new CopydeskError(
    'model_not_configured',
    `The job has a budget of ${told.usd(usd)}, and what the model ${model} costs is not known. Name its price in ` +
      'COPYDESK_MODEL_PRICES, or take the budget away.',
  );
}
