import type { JobUsage } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { printableLine } from '../../output/text-width.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobUsage(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'usage <id>',
    summary: 'Show what a job has used, and what it may use',
    description:
      'A job stops at its budget. A message to it then starts a new budget; the total use of the job still counts all.',
    examples: [
      'copydesk job usage job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job usage job_01jd0b8yz4q6nn6h3wvyk3cz1a --json',
    ],
  }).action((id: string, options: JobCommandOptions) => usage(context, id, options));
}

async function usage(context: Context, jobId: string, options: JobCommandOptions): Promise<void> {
  const used = await withServices(context, async (services) => {
    await services.projectOfJob(jobId, options.project);
    return await services.readUsage(jobId);
  });
  if (options.json) return printJson(context.terminal, used);
  printTable(
    context.terminal,
    [
      { title: '', text: (row) => row.name },
      { title: 'IN ALL', text: (row) => row.whole, numbers: true },
      { title: 'OF ITS BUDGET', text: (row) => row.used, numbers: true },
      { title: 'BUDGET', text: (row) => row.limit, numbers: true },
    ],
    rowsOf(used),
  );
  for (const note of notesOn(used)) context.terminal.err(`${printableLine(note)}\n`);
}

/**
 * Returns what the table does not show: how much of the input came from a cache, and with which prices the cost was
 * calculated.
 */
function notesOn({ inputTokens, cachedInputTokens, prices, helpers = [] }: JobUsage): string[] {
  const share = inputTokens === 0 ? 0 : Math.round((cachedInputTokens / inputTokens) * 100);
  const cached = share === 0 ? [] : [`${share} % of the tokens that were read came from the model's cache.`];
  const sources = [...new Set(prices.map(({ source }) => source))].filter((source) => source !== 'part of Copydesk');
  return [...cached, ...helpers.map(formatHelper), ...sources.map((source) => `Prices: ${source}`)];
}

function formatHelper({ model, calls, inputTokens, outputTokens, costUsd }: Helper): string {
  const cost = costUsd === null ? 'its cost is unknown' : `${costUsd.toFixed(4)} US dollars`;
  const [asked, read, written] = [calls, inputTokens, outputTokens].map((amount) => amount.toLocaleString('en'));
  const of = `${asked} ${calls === 1 ? 'call' : 'calls'}, ${read} tokens read, ${written} written`;
  return `Of this the helper ${model}: ${of}; ${cost}.`;
}

type Helper = NonNullable<JobUsage['helpers']>[number];

interface Row {
  name: string;
  whole: string;
  used: string;
  limit: string;
}

function rowsOf({ steps, inputTokens, outputTokens, costUsd, workSeconds, budget }: JobUsage): Row[] {
  return [
    rowOf('steps', steps, budget.steps, 0),
    rowOf('tokens', inputTokens + outputTokens, budget.tokens, 0),
    rowOf('US dollars', costUsd, budget.usd, 4),
    rowOf('minutes of work', workSeconds / 60, budget.minutes, 1),
  ];
}

function rowOf(
  name: string,
  whole: number | null,
  { used, limit }: { used: number | null; limit: number | null },
  digits: number,
): Row {
  const dollarText = (amount: number): string =>
    amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    name,
    whole: whole === null ? 'not known' : dollarText(whole),
    used: used === null ? 'not known' : dollarText(used),
    limit: limit === null ? 'none' : dollarText(limit),
  };
}
