import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import type { OperatorServices, ReclassifiedProject } from '../../operator.ts';
import { printTable } from '../../output/table.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { eraseLine, printableLine } from '../../output/text-width.ts';

export function buildViewsReclassify(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'reclassify',
    summary: 'Classify stored views again by the newest rules, and correct the counts',
    description:
      'Use it after an upgrade that knows more agents. All counts of a project change at once. Only views that are still ' +
      'kept one by one can be classified again; older counts stay as they were. A second run finds nothing to do.',
    examples: ['copydesk views reclassify', 'copydesk views reclassify --project Handbook'],
  })
    .option('--project <id or name>', 'the one project (default: all)')
    .action((options: { project?: string; json?: true }) => reclassify(context, options));
}

async function reclassify(context: Context, { project, json }: { project?: string; json?: true }): Promise<void> {
  const { terminal } = context;
  const done = await withServices(context, async (services) => {
    const only = project === undefined ? undefined : await services.findProject(project);
    return await reclassifyAll(context, services, { json: json === true, only: only?.id });
  });
  if (json) return printJson(terminal, done);
  printReclassified(context, done);
}

type Done = Awaited<ReturnType<OperatorServices['reclassifyViews']>>;

/** Classifies views again and reports each project when it is done. */
export async function reclassifyAll(
  context: Context,
  services: OperatorServices,
  { json, only }: { json: boolean; only?: string },
): Promise<Done> {
  const { terminal } = context;
  const onProject = ({ name, views }: { name: string; views: number }): void => {
    if (!terminal.interactive.err) return;
    terminal.err(`${eraseLine}${printableLine(name)}: ${views.toLocaleString('en')} views moved\n`);
  };
  const what = 'Classifying views again';
  return await whileWaiting(context, { what, json }, async () => await services.reclassifyViews(only, onProject));
}

export function printReclassified({ terminal }: Context, done: Done): void {
  terminal.out(`Rules of ${done.rules}. `);
  if (done.projects.length === 0) return terminal.out('All views are already classified by them.\n');
  terminal.out(`${sumOf(done.projects, ({ views }) => views)} views moved.\n\n`);
  printTable(
    terminal,
    [
      { title: 'PROJECT', text: ({ name }) => name, shrinks: true },
      { title: 'READERS CLASSIFIED', text: ({ readers }) => readers.toLocaleString('en') },
      { title: 'COUNTED DIFFERENTLY', text: ({ changed }) => changed.toLocaleString('en') },
      { title: 'VIEWS MOVED', text: ({ views }) => views.toLocaleString('en') },
    ],
    done.projects,
  );
}

function sumOf(projects: ReclassifiedProject[], count: (project: ReclassifiedProject) => number): string {
  return projects.reduce((sum, project) => sum + count(project), 0).toLocaleString('en');
}
