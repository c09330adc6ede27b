import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectContextRemove(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'remove <project> <name>',
    summary: 'Stop the agent from reading a repository beside the docs',
    description: 'Turns in progress continue with it; the next turn does not see it.',
    examples: ['copydesk project context remove Handbook app'],
  }).action((project: string, name: string, options: { json?: true }) => remove(context, project, name, options));
}

async function remove(context: Context, idOrName: string, name: string, options: { json?: true }): Promise<void> {
  const removed = await withServices(context, async (services) => {
    const id = await services.projectIdOf(idOrName);
    return await services.contextRepositories.remove(id, name);
  });
  const { terminal } = context;
  if (options.json) return printJson(terminal, removed);
  terminal.out(
    `Removed the context repository ${paintFor(terminal.colours.out).strong(printableLine(removed.name))}\n`,
  );
}
