import type { FeedbackStatus } from '@copydesk/contract';
import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

/** Adds a command that sets one state on a piece of reader feedback. */
export function buildFeedbackChange(
  group: Command,
  context: Context,
  { name, status, summary }: { name: string; status: FeedbackStatus; summary: string },
): void {
  addProjectCommand(group, context, {
    usage: `${name} <feedback>`,
    summary,
    description: 'After that, a job that got it no longer changes its state.',
    examples: [`copydesk feedback ${name} fbk_01jd9z2v0d6q3m5x8e7r4t1w9k --project Handbook`],
  }).action(async (id: string, { project, json }: ProjectArgument) => {
    const changed = await withServices(context, async (services) =>
      services.feedback.change(await services.projectIdOf(project), id, status),
    );
    if (json) printJson(context.terminal, changed);
    else context.terminal.out(`${changed.id} is ${changed.status}\n`);
  });
}
