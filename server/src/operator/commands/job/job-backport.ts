import { CopydeskError } from '@copydesk/contract/errors';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobBackport(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'backport <id> <branches...>',
    summary: 'Backport what a job changed to other branches',
    description:
      'Creates a job for each branch. It makes the change of the last pull request of this job there, with a pull request of its ' +
      'own. It needs no model. A job fails if its branch does not exist or has other text in the same lines; the others continue.',
    examples: [
      'copydesk job backport job_01jd0b8yz4q6nn6h3wvyk3cz1a release/1.x',
      'copydesk job backport job_01jd0b8yz4q6nn6h3wvyk3cz1a release/1.x release/2.x --json',
    ],
  }).action((id: string, branches: string[], options: JobCommandOptions) =>
    backport(context, id, { branches, options }),
  );
}

async function backport(
  context: Context,
  jobId: string,
  { branches, options }: { branches: string[]; options: JobCommandOptions },
): Promise<void> {
  const { terminal } = context;
  const refs = await checkedBranches(branches);
  const jobs = await withServices(context, async (services) =>
    services.backportJob({ projectId: await services.projectOfJob(jobId, options.project), jobId, refs }),
  );
  if (options.json) return printJson(terminal, { jobs });
  jobs.forEach(({ id }, at) => terminal.out(`Created the job ${id} for ${refs[at]}\n`));
}

async function checkedBranches(branches: string[]): Promise<string[]> {
  // Schemas would be a third of what the job commands load.
  const { BackportRequest } = await import('@copydesk/contract');
  const checked = BackportRequest.safeParse({ refs: branches });
  if (checked.success) return checked.data.refs;
  const [issue] = checked.error.issues;
  throw new CopydeskError('invalid_request', `The branches cannot be used: ${issue?.message ?? 'they are not valid'}.`);
}
