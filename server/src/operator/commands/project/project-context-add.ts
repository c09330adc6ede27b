import type { Command } from 'commander';
import { exposureWarning } from '../../../projects/connection/context-exposure.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printFields } from '../../output/table.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectContextAdd(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'add <project>',
    summary: 'Let the agent read another repository beside the docs',
    description:
      'Jobs can list, read and search it, and never change it; each turn reads the newest commit of its branch. A ' +
      "private one on the same server as the project's own repository is read with the credential of `project connect`. " +
      'If one cannot be reached, jobs run anyway, and the transcript says so.',
    examples: [
      'copydesk project context add Handbook --name app --repository https://github.com/acme/app',
      'copydesk project context add Handbook --name api --repository ~/code/api --ref release',
    ],
  })
    .requiredOption('--name <name>', 'what the agent calls it: small letters, digits and -')
    .requiredOption('--repository <URL or path>', 'its git repository')
    .option('--ref <branch>', "the branch to read (default: the repository's own)")
    .action((project: string, options: AddOptions) => add(context, project, options));
}

interface AddOptions {
  name: string;
  repository: string;
  ref?: string;
  json?: true;
}

async function add(context: Context, idOrName: string, { json, ...draft }: AddOptions): Promise<void> {
  const added = await withServices(context, async (services) => {
    const id = await services.projectIdOf(idOrName);
    return await services.contextRepositories.add(id, draft);
  });
  const { terminal } = context;
  if (json) return printJson(terminal, added);
  terminal.out(`Added the context repository ${paintFor(terminal.colours.out).strong(printableLine(added.name))}\n`);
  printFields(terminal, [
    ['repository', added.repository],
    ['branch', added.ref ?? 'its default'],
  ]);
  const warning = exposureWarning(added.exposure);
  if (warning !== undefined) terminal.out(`\n${warning}\n`);
}
