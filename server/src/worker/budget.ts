import { CopydeskError } from '@copydesk/contract';
import type { TurnBudget } from '../agent/turn.ts';
import { costOf, priceOf, readSpending } from '../jobs/usage.ts';
import type { Budget, Price, Prices, Spending, Spent } from '../jobs/usage.ts';
import type { Database } from '../postgres/database.ts';

/** What jobs may use where their project says nothing, and what models cost. */
export interface BudgetDefaults {
  budget: Budget;
  prices: Prices;
}

/**
 * Opens the budget of a job as its journal leaves it, so that a turn that is resumed goes on counting.
 *
 * @throws CopydeskError `model_not_configured` when dollars are to be counted and nobody has told what the model costs.
 */
export async function openBudget(db: Database, jobId: string, defaults: BudgetDefaults): Promise<TurnBudget> {
  const spending = await readSpending(db, jobId, defaults.budget);
  return countDown(spending, priceOf(spending.model, defaults.prices));
}

/** A budget that is told of every step, and says when it is used up. */
export function countDown({ model, budget, present }: Spending, price: Price | undefined): TurnBudget {
  if (budget.usd !== null && price === undefined) throw withoutPrice(model, budget.usd);
  const spent: Spent = { ...present };
  return {
    use({ usage, startedAt, finishedAt }) {
      spent.steps += 1;
      spent.inputTokens += usage.inputTokens ?? 0;
      spent.outputTokens += usage.outputTokens ?? 0;
      spent.seconds += (finishedAt.getTime() - startedAt.getTime()) / 1000;
    },
    check() {
      const over = overspent(budget, spent, price);
      if (over !== undefined) throw usedUp(over);
    },
  };
}

interface Overspent {
  name: keyof Budget;
  allowed: string;
  used: string;
}

function overspent(budget: Budget, spent: Spent, price: Price | undefined): Overspent | undefined {
  const used: Record<keyof Budget, number> = {
    steps: spent.steps,
    tokens: spent.inputTokens + spent.outputTokens,
    usd: price === undefined ? 0 : costOf(spent, price),
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
