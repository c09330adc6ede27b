import { CopydeskError } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import { addOrigin, parseName, parsePeople } from '../options.ts';
import { addLimitOptions, limitFields, limitsOf } from '../project-limits.ts';
import type { LimitOptions } from '../project-limits.ts';
import { paintFor } from '../output/paint.ts';
import { printFields } from '../output/table.ts';
import { presentProject } from '../present.ts';
import { peopleFromOf } from './project-create.ts';

export function buildProjectSet(group: Command, context: Context): void {
  const command = addCommand(group, {
    usage: 'set <project>',
    summary: 'Change a project, by its id or name',
    description:
      'Page views come from browsers only on the origins that are given here: those given replace the ones before. ' +
      '--people says which side counts people on a site that has both the script and a middleware. A job that reaches ' +
      'a budget stops with what it has done kept, and a message lets it go on; default takes a limit of the project ' +
      "away, so that the installation's own counts.",
    examples: [
      'copydesk project set Handbook --origin https://docs.example.com --origin https://www.example.com',
      'copydesk project set Handbook --people browser',
      'copydesk project set Handbook --no-origin',
      'copydesk project set Handbook --concurrency 2 --budget-usd 1.50 --budget-steps default',
    ],
  });
  addLimitOptions(command)
    .option('--name <name>', 'what to call it', parseName)
    .option('--origin <origin>', 'an origin whose pages may send views; may be given several times', addOrigin)
    .option('--no-origin', 'let no page send views')
    .option('--people <side>', 'where people are counted: browser, server or either', parsePeople)
    .action((project: string, options: ProjectSetOptions) => set(context, project, options));
}

interface ProjectSetOptions extends LimitOptions {
  name?: string;
  /** False for --no-origin. */
  origin?: string[] | false;
  people?: ReturnType<typeof parsePeople>;
  json?: true;
}

async function set(context: Context, idOrName: string, options: ProjectSetOptions) {
  const { name, origin, people, json } = options;
  const origins = origin === false ? [] : origin;
  const change = { name, origins, peopleFrom: peopleFromOf(people), limits: limitsOf(options) };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new CopydeskError(
      'invalid_request',
      'Say what to change: --name, --origin, --no-origin, --people, --concurrency or a budget.',
    );
  }
  const project = await withServices(context, async (services) => {
    const { id } = await services.findProject(idOrName);
    return await services.setProject(id, change);
  });
  const { terminal } = context;
  if (json) return printJson(terminal, presentProject(project));
  terminal.out(`Changed the project ${paintFor(terminal.colours.out).strong(project.name)}\n`);
  printFields(terminal, [
    ['id', project.id],
    ['origins', project.origins.join(', ') || 'none'],
    ['people', presentProject(project).peopleFrom],
    ...limitFields(project),
  ]);
}
