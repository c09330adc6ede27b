import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';

export function buildProjectContextList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list <project>',
    summary: 'List the repositories that the agent may read beside the docs',
    examples: ['copydesk project context list Handbook', 'copydesk project context list Handbook --json'],
  }).action((project: string, options: { json?: true }) => list(context, project, options));
}

async function list(context: Context, idOrName: string, options: { json?: true }): Promise<void> {
  const repositories = await withServices(context, async (services) => {
    const id = await services.projectIdOf(idOrName);
    return await services.contextRepositories.list(id);
  });
  if (options.json) return printJson(context.terminal, { repositories });
  if (repositories.length === 0) {
    return context.terminal.err(
      'No context repositories. Add one: copydesk project context add … --name … --repository …\n',
    );
  }
  printTable(
    context.terminal,
    [
      { title: 'NAME', text: (one) => one.name },
      { title: 'BRANCH', text: (one) => one.ref ?? 'default' },
      { title: 'REPOSITORY', text: (one) => one.repository, shrinks: true },
    ],
    repositories,
  );
}
