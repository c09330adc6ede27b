import { CopydeskError } from '@copydesk/contract/errors';
import type { Command } from 'commander';
import { type Context, withServices } from '../../context.ts';
import { printCreatedJob } from '../../job/created-job.ts';
import { readPrompt } from '../../job/prompt.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildJobCreate(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'create <prompt>',
    summary: 'Create a job',
    description:
      'The prompt says what to change in the docs; "-" reads it from standard input. With --watch the command shows ' +
      'the progress, on standard error, and ends as the job ends: 0 when it completed, 1 when it failed.',
    examples: [
      'copydesk job create "Fix broken links" --project Handbook --watch',
      `copydesk job create 'Rename "Lumen Cloud" to "Lumen Platform"' --project Docs`,
      'copydesk job create - --project Docs --watch < prompt.txt',
    ],
  })
    .option(
      '--ref <branch>',
      'the branch to work from, into which the pull request goes (default: that of the project)',
    )
    .option('--watch', 'wait for the end and show the progress')
    .action((prompt: string, options: JobCreateOptions) => create(context, prompt, options));
}

interface JobCreateOptions {
  project?: string;
  ref?: string;
  watch?: true;
  json?: true;
}

async function create(context: Context, prompt: string, options: JobCreateOptions): Promise<void> {
  const { terminal } = context;
  const text = await readPrompt(prompt, terminal);
  await withServices(context, async (services) => {
    const projectId = await services.projectIdOf(options.project);
    const job = await services.createJob({ projectId, prompt: text, ref: await checkedRef(options.ref) });
    return printCreatedJob(context, services, { projectId, job }, options);
  });
}

async function checkedRef(ref: string | undefined): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const { JobRequest } = await import('@copydesk/contract');
  const checked = JobRequest.shape.ref.safeParse(ref);
  if (checked.success) return checked.data;
  throw new CopydeskError('invalid_request', `The branch cannot be used: ${checked.error.issues[0]?.message}.`);
}
