import { CopydeskError } from '@copydesk/contract/errors';
import type { Command } from 'commander';
import { type Context, withServices } from '../../context.ts';
import { printCreatedJob } from '../../job/created-job.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildFeedbackFix(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'fix [feedback...]',
    summary: 'Let the agent fix what readers report',
    description:
      'Creates a job that gets these comments, or all pending ones of a page, as material. They are in progress until its pull ' +
      'request is merged, which resolves them; if it is closed, or the job fails or changes nothing, they are pending again.',
    examples: [
      'copydesk feedback fix --project Handbook --path /guides/start --watch',
      'copydesk feedback fix fbk_01jd9z2v0d6q3m5x8e7r4t1w9k --project Handbook --prompt "The flag is called --out now"',
    ],
  })
    .option('--path <path>', 'all pending feedback on this page')
    .option('--prompt <text>', 'what the agent must do, instead of the usual instruction')
    .option('--watch', 'wait for the end and show the progress')
    .action((ids: string[], options: FixOptions) => fix(context, ids, options));
}

interface FixOptions {
  project?: string;
  path?: string;
  prompt?: string;
  watch?: true;
  json?: true;
}

async function fix(context: Context, ids: string[], options: FixOptions): Promise<void> {
  const { path, prompt } = options;
  if ((ids.length === 0) === (path === undefined)) {
    throw new CopydeskError('invalid_request', 'Give either ids of feedback, or --path.');
  }
  const request = { ...(path === undefined ? { ids } : { path }), ...(prompt !== undefined && { prompt }) };
  await withServices(context, async (services) => {
    const projectId = await services.projectIdOf(options.project);
    const job = await services.feedback.fix(projectId, request);
    return printCreatedJob(context, services, { projectId, job }, options);
  });
}
