import { type Command, InvalidArgumentError } from 'commander';
import type { Project, ProjectLimits } from '../../projects/project.ts';

/** The options that set the limits of a project's jobs; `default` removes a limit. */
export interface LimitOptions {
  concurrency?: Limit;
  budgetSteps?: Limit;
  budgetTokens?: Limit;
  budgetUsd?: Limit;
  budgetMinutes?: Limit;
}

type Limit = number | 'default';

export function addLimitOptions(command: Command): Command {
  return command
    .option('--concurrency <jobs>', 'how many of its jobs are in progress at once', count(10_000))
    .option('--budget-steps <steps>', 'steps after which a job stops', count(1_000_000))
    .option('--budget-tokens <tokens>', 'tokens after which a job stops, read and written', count(1_000_000_000_000))
    .option('--budget-usd <dollars>', 'US dollars after which a job stops', dollars)
    .option('--budget-minutes <minutes>', 'minutes of work after which a job stops', count(1_000_000));
}

/** Returns undefined when no limit is given. */
export function limitsOf(options: LimitOptions): Partial<ProjectLimits> | undefined {
  const given = {
    concurrency: options.concurrency,
    steps: options.budgetSteps,
    tokens: options.budgetTokens,
    usd: options.budgetUsd,
    minutes: options.budgetMinutes,
  };
  const limits = Object.entries(given).flatMap(([name, limit]) =>
    limit === undefined ? [] : [[name, limit === 'default' ? null : limit]],
  );
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

/** Returns the limits that a project sets itself, as `printFields` takes them. */
export function limitFields({ limits }: Project): [name: string, value: string | undefined][] {
  const { concurrency, steps, tokens, usd, minutes } = limits;
  const budgets = [
    steps !== null && `${steps} steps`,
    tokens !== null && `${tokens.toLocaleString('en')} tokens`,
    usd !== null && `${usd} US dollars`,
    minutes !== null && `${minutes} minutes of work`,
  ].filter((budget) => budget !== false);
  return [
    ['at once', concurrency === null ? undefined : `${concurrency} ${concurrency === 1 ? 'job' : 'jobs'}`],
    ['budget', budgets.join(', ') || undefined],
  ];
}

function count(maximum: number): (text: string) => Limit {
  return (text) => {
    if (text === 'default') return text;
    const number = /^\d{1,13}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= maximum) return number;
    throw new InvalidArgumentError(`Give a number from 1 to ${maximum}, or default for that of the installation.`);
  };
}

function dollars(text: string): Limit {
  if (text === 'default') return text;
  const amount = /^\d{1,7}(\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  if (amount > 0) return amount;
  throw new InvalidArgumentError('Give an amount such as 2.50, or default for that of the installation.');
}
