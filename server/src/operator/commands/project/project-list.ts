import type { NamedProject } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { presentProject } from '../../present.ts';
import type { Project } from '../../../projects/project.ts';

export function buildProjectList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the projects',
    description: 'A key without the scope admin sees the ids and names of the projects that it may use.',
    examples: ['copydesk project list', 'copydesk project list --json'],
  }).action((options: { json?: true }) => list(context, options));
}

async function list(context: Context, options: { json?: true }): Promise<void> {
  const { terminal } = context;
  const found = await withServices(context, async (services) => await services.listVisible());
  const shown = 'projects' in found ? found.projects.map(presentProject) : found.names;
  if (options.json) return printJson(terminal, { projects: shown });
  if (shown.length === 0) {
    return terminal.err('No projects yet. Create one: copydesk project create --name … --repository …\n');
  }
  if ('names' in found) return printTable(terminal, nameColumns, found.names);
  printTable<Project>(
    terminal,
    [
      ...nameColumns,
      { title: 'BRANCH', text: ({ ref }) => ref },
      { title: 'DOCS', text: ({ docsFolder }) => docsFolder || '.' },
      { title: 'REPOSITORY', text: ({ repository }) => repository, shrinks: true },
    ],
    found.projects,
  );
}

const nameColumns = [
  { title: 'ID', text: ({ id }: NamedProject) => id },
  { title: 'NAME', text: ({ name }: NamedProject) => name },
];
