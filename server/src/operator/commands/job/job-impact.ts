import type { ImpactFile, JobImpact } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobImpact(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'impact <id>',
    summary: 'Show the readers of the pages that a job removes, moves and changes',
    description:
      'The files of its last pull request, removed and moved ones first, with the views of their pages in the last 30 days.',
    examples: [
      'copydesk job impact job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job impact job_01jd0b8yz4q6nn6h3wvyk3cz1a --json',
    ],
  }).action((id: string, options: JobCommandOptions) => show(context, id, options));
}

async function show(context: Context, jobId: string, options: JobCommandOptions): Promise<void> {
  const { terminal } = context;
  const impact = await withServices(context, async (services) =>
    services.views.impact(await services.projectOfJob(jobId, options.project), jobId),
  );
  if (options.json) return printJson(terminal, impact);
  if (impact.files.length === 0) return terminal.err('The job has no pull request yet, so it changes no page.\n');
  printTable(
    terminal,
    [
      { title: 'FILE', text: ({ file }) => file, shrinks: true },
      { title: 'CHANGE', text: ({ change, movedTo }) => (movedTo === null ? change : `moved to ${movedTo}`) },
      { title: 'PEOPLE', text: ({ totals }) => count(totals.human), numbers: true },
      { title: 'AI', text: ({ totals }) => count(totals.ai), numbers: true },
      {
        title: 'LINKED FROM',
        text: ({ linkedFrom }) => (linkedFrom === null ? '-' : count(linkedFrom)),
        numbers: true,
      },
      { title: 'READ MOST BY', text: readersOf },
    ],
    impact.files,
  );
  for (const note of notesOn(impact)) terminal.err(`${note}\n`);
}

function readersOf({ agents }: ImpactFile): string {
  return agents
    .slice(0, 3)
    .map(({ agent }) => agent)
    .join(', ');
}

function notesOn({ isCounted, files, filesInAll, filesNotLocated, totals }: JobImpact): string[] {
  const views = `${count(totals.total)} views of these pages in the last 30 days.`;
  return [
    isCounted ? views : 'This project never collected page views.',
    filesInAll > files.length ? `There are ${count(filesInAll)} files; these are ${count(files.length)} of them.` : '',
    filesNotLocated > 0 ? `The pages of ${count(filesNotLocated)} files are unknown.` : '',
  ].filter((note) => note !== '');
}

function count(number: number): string {
  return number.toLocaleString('en');
}
