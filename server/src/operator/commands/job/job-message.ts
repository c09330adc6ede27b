import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printNextSteps } from '../../job/job-outcome.ts';
import { readPrompt } from '../../job/prompt.ts';
import { lastSequence } from '../../job/watch.ts';
import { watchStarted } from '../../job/watch-started.ts';
import { addJobCommand } from '../../job/job-command.ts';
import type { JobCommandOptions } from '../../job/job-command.ts';

export function buildJobMessage(group: Command, context: Context): void {
  addJobCommand(group, {
    usage: 'message <id> <prompt>',
    summary: 'Send a follow-up message to a job',
    description:
      'An active job reads it before its next step. One that has ended becomes active again and continues in its branch, ' +
      'or in a new one when its pull request was merged or closed. "-" reads the prompt from standard input.',
    examples: [
      'copydesk job message job_01jd0b8yz4q6nn6h3wvyk3cz1a "Add missing descriptions" --watch',
      'copydesk job message job_01jd0b8yz4q6nn6h3wvyk3cz1a - < more.txt',
    ],
  })
    .option('--watch', 'wait for the end and show the progress')
    .action((id: string, prompt: string, options: JobMessageOptions) => message(context, id, prompt, options));
}

interface JobMessageOptions extends JobCommandOptions {
  watch?: true;
}

async function message(context: Context, jobId: string, prompt: string, options: JobMessageOptions): Promise<void> {
  const { terminal } = context;
  const text = await readPrompt(prompt, terminal);
  await withServices(context, async (services) => {
    const projectId = await services.projectOfJob(jobId, options.project);
    const after = options.watch ? await lastSequence(services, jobId) : 0;
    const job = await services.messageJob({ projectId, jobId, prompt: text });
    if (options.watch) return await watchStarted(context, services, { projectId, job, after }, options);
    if (options.json) return printJson(terminal, job);
    terminal.out(`Sent to the job ${job.id}\n`);
    return printNextSteps(context, services, job.id);
  });
}
