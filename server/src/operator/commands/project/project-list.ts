import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { presentProject } from '../../present.ts';

export function buildProjectList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the projects',
    examples: ['copydesk project list', 'copydesk project list --json'],
  }).action((options: { json?: true }) => list(context, options));
}

async function list(context: Context, options: { json?: true }): Promise<void> {
  const projects = await withServices(context, (services) => services.listProjects());
  if (options.json) return printJson(context.terminal, { projects: projects.map(presentProject) });
  if (projects.length === 0) {
    return context.terminal.err('No projects yet. Create one: copydesk project create --name … --repository …\n');
  }
  printTable(
    context.terminal,
    [
      { title: 'ID', text: (project) => project.id },
      { title: 'NAME', text: (project) => project.name },
      { title: 'BRANCH', text: (project) => project.ref },
      { title: 'DOCS', text: (project) => project.docsFolder || '.' },
      { title: 'REPOSITORY', text: (project) => project.repository, shrinks: true },
    ],
    projects,
  );
}
