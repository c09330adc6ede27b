import type { JobEffect, Lift } from '@copydesk/contract';
import { Option } from 'commander';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import { printTable } from '../output/table.ts';
import { parseCount } from '../job-options.ts';

export function buildJobEffect(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'effect <id>',
    summary: 'Show what a job did to page views, once its pull request is merged',
    description:
      'The views of the pages it changed after the merge against as many days before, beside those of pages of like traffic ' +
      'that it did not touch. The interval holds the true lift in 99 of 100 cases.',
    examples: [
      'copydesk job effect job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job effect job_01jd0b8yz4q6nn6h3wvyk3cz1a --days 28 --json',
    ],
  })
    .addOption(new Option('--days <number>', 'days before and after').argParser(parseCount(180)).default(14))
    .action((id: string, options: { days: number; json?: true }) => show(context, id, options));
}

async function show(context: Context, jobId: string, options: { days: number; json?: true }): Promise<void> {
  const { terminal } = context;
  const effect = await withServices(context, async (services) =>
    services.views.effect(await services.projectOfJob(jobId), jobId, options.days),
  );
  if (options.json) return printJson(terminal, effect);
  printTable(
    terminal,
    [
      { title: 'PAGE', text: ({ page }) => page, shrinks: true },
      { title: 'READERS', text: ({ readers }) => readers },
      { title: 'BEFORE', text: ({ lift }) => count(lift.before), numbers: true },
      { title: 'AFTER', text: ({ lift }) => count(lift.after), numbers: true },
      { title: 'BEYOND OTHERS', text: ({ lift }) => inWords(lift) },
    ],
    rowsOf(effect),
  );
  for (const note of notesOn(effect, options.days)) terminal.err(`${note}\n`);
}

function rowsOf({ pages, together }: JobEffect): { page: string; readers: string; lift: Lift }[] {
  const named = pages.length === 1 ? [] : [{ ...together, path: 'all together' }];
  return [...named, ...pages].flatMap(({ path: page, human, ai }) => [
    { page, readers: 'people', lift: human },
    { page, readers: 'AI', lift: ai },
  ]);
}

function inWords({ verdict, lift, low, high, comparedWith }: Lift): string {
  if (lift === null || low === null || high === null) return 'not enough views to tell';
  const reach = `${percent(low)} to ${percent(high)}, against ${count(comparedWith)} pages`;
  return verdict === 'no_difference' ? `no difference (${reach})` : `${percent(lift)} (${reach})`;
}

function notesOn({ days, isComplete, gaps, filesNotCompared, mergedAt }: JobEffect, asked: number): string[] {
  const left = filesNotCompared.length;
  return [
    `Merged at ${mergedAt}; ${count(days)} days after against ${count(days)} before.`,
    isComplete ? '' : `Of the ${asked} days that were asked for ${days} are over.`,
    gaps.length > 0 ? `Nothing at all was counted on ${gaps.join(', ')}: less was counted than was read.` : '',
    left > 0
      ? `${count(left)} files are not compared: pages that were added, moved or removed, and what is no page.`
      : '',
  ].filter((note) => note !== '');
}

/** `+30 %`, `-8 %`, `0 %` */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? '+' : ''}${rounded} %`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
