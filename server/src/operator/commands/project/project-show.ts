import type { Command } from 'commander';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printFields } from '../../output/table.ts';
import { reportFields } from '../../project/project-reports.ts';
import { readabilityFields } from '../../project/project-readability.ts';
import { readerFields } from '../../project/project-readers.ts';
import { presentProject } from '../../present.ts';
import { connectionFields, presentConnection } from '../../output/connection.ts';
import { callFields } from '../../project/project-calls.ts';
import { checkFields } from '../../project/project-checks.ts';
import { ciFields } from '../../project/project-ci.ts';
import { commitFields } from '../../project/project-commits.ts';
import { mergingFields } from '../../project/project-merging.ts';
import { agentFields } from '../../project/project-instructions.ts';
import { limitFields } from '../../project/project-limits.ts';
import { printable } from '../../output/text-width.ts';
import { mandateFields } from '../../project/project-mandate.ts';

export function buildProjectShow(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'show [project]',
    summary: 'Show a project, by its id or name',
    description:
      'Shows only the limits that the project sets itself; for all others the settings apply. Of the connection ' +
      'with a code host it shows all but the credential.',
    examples: ['copydesk project show Handbook', 'copydesk project show Handbook --json'],
  }).action((named: string | undefined, options: ProjectArgument) => show(context, named ?? options.project, options));
}

async function show(context: Context, idOrName: string | undefined, options: ProjectArgument): Promise<void> {
  const { project, beside, connection } = await withServices(context, async (services) => {
    const found = await services.findProject(idOrName);
    return {
      project: found,
      beside: await services.contextRepositories.list(found.id),
      connection: await services.connections.read(found.id),
    };
  });
  if (options.json) {
    return printJson(context.terminal, {
      ...presentProject(project),
      contextRepositories: beside,
      connection: connection ? presentConnection(connection) : null,
    });
  }
  printFields(context.terminal, [
    ['id', project.id],
    ['name', project.name],
    ['repository', project.repository],
    ['branch', project.ref],
    ['docs', project.docsFolder || undefined],
    ['model', project.model ?? undefined],
    ['helper model', project.helperModel ?? undefined],
    ['questions model', project.questionsModel ?? undefined],
    ['origins', project.origins.join(', ') || 'none'],
    ['people', presentProject(project).peopleFrom],
    ['allows', project.allow.join(', ') || undefined],
    ...readerFields(project),
    ...reportFields(project),
    ...readabilityFields(project),
    ...mandateFields(project),
    ...checkFields(project),
    ...commitFields(project),
    ...mergingFields(project),
    ...ciFields(project),
    ...callFields(project),
    ...limitFields(project),
    ...agentFields(project),
    ['context', beside.map(({ name }) => name).join(', ') || undefined],
  ]);
  if (connection) {
    context.terminal.out('\nConnected with:\n');
    printFields(context.terminal, connectionFields(connection));
  }
  if (project.instructions !== '')
    context.terminal.out(`\nInstructions:\n${indented(printable(project.instructions))}\n`);
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, '  ');
}
