import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import type { CreatedProject } from '../../operator.ts';
import { siteLines } from '../../output/coverage.ts';
import { addOrigin, parsePeople } from '../../options.ts';
import { paintFor } from '../../output/paint.ts';
import { printFields } from '../../output/table.ts';
import { presentProject } from '../../present.ts';
import { modelWarnings } from '../../project/model-warnings.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectCreate(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'create',
    summary: 'Create a project',
    description:
      'A project is a docs repository that jobs work on: one on this machine, one on a git server, or, without ' +
      '--repository, a new one that Copydesk keeps itself.',
    examples: [
      'copydesk project create --name Handbook --repository ~/code/handbook',
      'copydesk project create --name Docs --repository https://git.example.com/acme/site.git --docs docs',
      'copydesk project create --name Notes',
    ],
  })
    .requiredOption('--name <name>', 'the name of it')
    .option('--repository <URL or path>', 'its git repository')
    .option('--ref <branch>', "the branch that pull requests go into (default: the repository's own)")
    .option('--docs <folder>', 'the folder of the docs within the repository (default: all of it)')
    .option('--model <model>', 'the model for its jobs, instead of COPYDESK_MODEL')
    .option('--origin <origin>', 'an origin whose pages may send views; may be given several times', addOrigin)
    .option(
      '--people <side>',
      'where people are counted: browser, server or either (default: the data decide)',
      parsePeople,
    )
    .action((options: ProjectCreateOptions) => create(context, options));
}

interface ProjectCreateOptions {
  name: string;
  repository?: string;
  ref?: string;
  docs?: string;
  model?: string;
  origin?: string[];
  people?: ReturnType<typeof parsePeople>;
  json?: true;
}

/** Null when either side may count them; undefined when nothing was said. */
export function peopleFromOf(people: ProjectCreateOptions['people']): 'browser' | 'server' | null | undefined {
  return people === 'either' ? null : people;
}

async function create(context: Context, { docs, origin, people, json, ...rest }: ProjectCreateOptions): Promise<void> {
  const draft = { ...rest, docsFolder: docs, origins: origin, peopleFrom: peopleFromOf(people) };
  const { created, warnings } = await withServices(
    context,
    async (services) => {
      const made = await services.createProject(draft);
      return { created: made, warnings: await modelWarnings(services, made.project.id, draft) };
    },
    { createsDatabase: true },
  );
  for (const warning of warnings) context.terminal.err(`${printableLine(warning)}\n`);
  const { project, cloneUrl = null, site = null } = created;
  if (json) printJson(context.terminal, { ...presentProject(project), cloneUrl, site });
  else printCreated(context.terminal, created);
}

function printCreated(terminal: Terminal, { project, cloneUrl, site }: CreatedProject): void {
  const paint = paintFor(terminal.colours.out);
  terminal.out(`Created the project ${paint.strong(printableLine(project.name))}\n`);
  printFields(terminal, [
    ['id', project.id],
    ['repository', project.repositoryKind === 'kept' ? cloneUrl : project.repository],
    ['branch', project.ref],
    ['docs', project.docsFolder || undefined],
    ['model', project.model ?? undefined],
    ['origins', project.origins.join(', ') || undefined],
    ['people', project.peopleFrom ?? undefined],
  ]);
  for (const line of siteLines(site)) terminal.out(`${printableLine(line)}\n`);
  terminal.out('\n');
  if (project.repositoryKind === 'kept') {
    terminal.out(
      'Copydesk keeps the repository, which is empty. While the server runs, push your docs to it, with any user\n' +
        `name, and an API key as the password:\n  git push ${cloneUrl} HEAD:${printableLine(project.ref)}\n\n`,
    );
  }
  terminal.tell(`Then: copydesk job create "Fix broken links" --project ${project.id} --watch\n`);
}
