import type { JobSharing } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { outcomeInWords } from '../../output/outcome.ts';
import { printable } from '../../output/text-width.ts';
import { describeWaiting } from '../../output/waiting.ts';
import { printFields } from '../../output/table.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobShow(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'show <id>',
    summary: 'Show a job',
    examples: [
      'copydesk job show job_01jd0b8yz4q6nn6h3wvyk3cz1a',
      'copydesk job show job_01jd0b8yz4q6nn6h3wvyk3cz1a --json',
    ],
  }).action((id: string, options: JobCommandOptions) => show(context, id, options));
}

/** Describes another job whose open pull request changes the same files. */
function describeSharing({ job, filesInAll, pullRequest }: JobSharing): [string, string] {
  return ['shares files', `${filesInAll} with ${job}, ${pullRequest.url}`];
}

async function show(context: Context, jobId: string, options: JobCommandOptions): Promise<void> {
  const { projectId, job, waiting } = await withServices(context, async (services) => {
    const of = await services.projectOfJob(jobId, options.project);
    return { projectId: of, job: await services.readJob(of, jobId), waiting: await services.readWaiting(jobId) };
  });
  if (options.json) return printJson(context.terminal, job);
  printFields(context.terminal, [
    ['job', job.id],
    ['status', job.status],
    ['outcome', outcomeInWords(job)],
    ['waiting', waiting === null ? undefined : describeWaiting(waiting)],
    ['project', projectId],
    ['repository', job.source.repository],
    ['branch', job.source.ref],
    ['model', job.model],
    ['created', job.createdAt],
    ['archived', job.archivedAt ?? undefined],
    ['undoes', job.madeFrom?.kind === 'undo' ? job.madeFrom.job : undefined],
    ['backports', job.madeFrom?.kind === 'backport' ? job.madeFrom.job : undefined],
    ['prLink', job.prLink ?? undefined],
    ...(job.sharesFilesWith ?? []).map(describeSharing),
    ['error', job.error === null ? undefined : `${job.error.code}: ${job.error.detail}`],
  ]);
  const { text } = job.outcome ?? { text: '' };
  // The text of a failure is printed beside its error.
  if (job.error === null && text !== '') context.terminal.out(`\n${printable(text)}\n`);
}
