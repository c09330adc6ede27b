import type { Command } from 'commander';
import { type Context, printJson, withServices } from '../../context.ts';
import { printFields } from '../../output/table.ts';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';

export function buildFeedbackShow(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'show <feedback>',
    summary: 'Show a piece of feedback and its state',
    examples: ['copydesk feedback show fbk_01jd9z2v0d6q3m5x8e7r4t1w9k --project Handbook'],
  }).action((id: string, options: ProjectArgument) => show(context, id, options));
}

async function show(context: Context, id: string, { project, json }: ProjectArgument): Promise<void> {
  const { terminal } = context;
  const one = await withServices(context, async (services) =>
    services.feedback.read(await services.projectIdOf(project), id),
  );
  if (json) return printJson(terminal, one);
  const { path, createdAt, source, helpful, comment, contact, code, status, statusAt, job, resolvedBy } = one;
  printFields(terminal, [
    ['page', path],
    ['at', createdAt],
    ['source', source],
    ['helpful', helpful === null ? undefined : helpful ? 'yes' : 'no'],
    ['comment', comment === '' ? undefined : comment],
    ['contact', contact ?? undefined],
    ['code', code?.text],
    ['place', code?.place ?? undefined],
    ['state', `${status} since ${statusAt}`],
    ['job', job?.id],
    ['resolved by', resolvedBy?.url],
  ]);
}
