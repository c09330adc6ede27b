import { CopydeskError } from '@copydesk/contract';
import type { Command } from 'commander';
import { mostCounted } from '../../../projects/most-counted.ts';
import type { ProjectContents } from '../../../projects/delete.ts';
import type { Project } from '../../../projects/project.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { paintFor } from '../../output/paint.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectDelete(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'delete <project>',
    summary: 'Delete a project and everything in it, by its id or name',
    description:
      'This is final. The project disappears at once, with its jobs, its page views, its webhooks and the keys that are only ' +
      'for it; active jobs are stopped. A repository that Copydesk keeps for it is removed, one elsewhere is not changed. ' +
      'The audit log stays. The command says what will be deleted, and asks for the name; in scripts give it with --yes.',
    examples: ['copydesk project delete Handbook', 'copydesk project delete prj_4fN1cZ0yQm --yes Handbook'],
  })
    .option('--yes <name>', 'the name of the project, instead of asking for it')
    .action((project: string, options: DeleteOptions) => remove(context, project, options));
}

interface DeleteOptions {
  yes?: string;
  json?: true;
}

async function remove(context: Context, idOrName: string, { yes, json }: DeleteOptions): Promise<void> {
  const { terminal } = context;
  const project = await withServices(context, async (services) => {
    const found = await services.findProject(idOrName);
    const contents = await services.readContents(found);
    if (!json) terminal.err(`${whatGoes(found, contents)}\n`);
    const name = yes ?? (await askName(terminal));
    if (name !== found.name) {
      throw new CopydeskError(
        'invalid_request',
        `That is not the name of the project, which is "${found.name}". Nothing was deleted.`,
      );
    }
    await services.deleteProject(found.id, name);
    return found;
  });
  if (json) return printJson(terminal, { id: project.id, name: project.name, deleted: true });
  terminal.out(`Deleted the project ${paintFor(terminal.colours.out).strong(printableLine(project.name))}\n`);
}

/** Returns what would be deleted, in one sentence of numbers. */
function whatGoes({ name, repositoryKind }: Project, contents: ProjectContents): string {
  const { jobs, activeJobs, pullRequests, pages, webhooks, keys } = contents;
  const parts = [
    `${count(jobs, 'job', upTo(jobs))}${activeJobs === 0 ? '' : ` (${upTo(activeJobs)} active)`}`,
    count(pullRequests, 'pull request', upTo(pullRequests)),
    `the views of ${count(pages, 'page')}`,
    count(webhooks, 'webhook'),
    count(keys, 'API key'),
    ...(repositoryKind === 'kept' ? ['the repository, which Copydesk keeps'] : []),
  ];
  return `Deleting the project "${printableLine(name)}" also deletes: ${parts.join(', ')}.`;
}

function count(number: number, noun: string, shown = number.toLocaleString('en')): string {
  return `${shown} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns `10,000+` for a count that stopped at its limit. */
function upTo(number: number): string {
  return number >= mostCounted.contents ? `${mostCounted.contents.toLocaleString('en')}+` : number.toLocaleString('en');
}

/** @throws CopydeskError `invalid_request` when no person is at the terminal. */
async function askName(terminal: Terminal): Promise<string> {
  const nobody = 'There is no terminal to ask on. Give the name of the project with --yes.';
  return await askLine(terminal, 'Type the name of the project to delete it: ', nobody);
}
