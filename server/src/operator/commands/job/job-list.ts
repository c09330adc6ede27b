import type { Job, JobStatus } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { parseCount, parseStatus } from '../../job/job-options.ts';
import { outcomeInWords } from '../../output/outcome.ts';
import { printTable } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildJobList(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'list',
    summary: 'List the jobs of a project, newest first',
    examples: [
      'copydesk job list --project Handbook',
      'copydesk job list --project Handbook --status failed --limit 5 --json',
    ],
  })
    .option('--status <status>', 'active, completed, failed or archived', parseStatus)
    .option('--limit <number>', 'how many, up to 100', parseCount(100), 20)
    .option('--cursor <cursor>', 'where to go on: the nextCursor of the page before')
    .action((options: JobListOptions) => list(context, options));
}

interface JobListOptions {
  project?: string;
  status?: JobStatus;
  limit: number;
  cursor?: string;
  json?: true;
}

async function list(context: Context, { project, json, ...query }: JobListOptions): Promise<void> {
  const { terminal } = context;
  const page = await withServices(context, async (services) =>
    services.listJobs(await services.projectIdOf(project), query),
  );
  if (json) return printJson(terminal, page);
  if (page.jobs.length === 0) return terminal.err('No such jobs.\n');
  printTable(
    terminal,
    [
      { title: 'ID', text: (job) => job.id },
      { title: 'STATUS', text: (job) => job.status },
      { title: 'CREATED', text: (job) => `${job.createdAt.slice(0, 16).replace('T', ' ')}Z` },
      { title: 'RESULT', text: result, shrinks: true },
    ],
    page.jobs,
  );
  if (page.nextCursor !== null) terminal.err(`More: --cursor ${page.nextCursor}\n`);
}

function result(job: Job): string {
  const words = outcomeInWords(job);
  if (job.prLink !== null) return words === undefined ? job.prLink : `${words}, ${job.prLink}`;
  return job.error?.detail ?? words ?? '';
}
