import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { ImportRun } from '../../../analytics/store/imports/import-runs.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { printableLine } from '../../output/text-width.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { projectOption } from '../../project/project-option.ts';

interface Options {
  project?: string;
  json?: true;
}

export function buildViewsImports(views: Command, context: Context): void {
  const group = views.command('imports').description('What imports of logs have added; an import can be undone.');
  group.addHelpText('after', '\nExample:\n  $ copydesk views imports list --project Handbook');
  addProjectOption(
    context,
    addCommand(group, {
      usage: 'list',
      summary: 'List the imports of a project, the newest first',
      examples: ['copydesk views imports list --project Handbook'],
    }),
  ).action((options: Options) => list(context, options));
  addProjectOption(
    context,
    addCommand(group, {
      usage: 'show',
      summary: 'Show an import: its files, its lines and what it has counted',
      examples: ['copydesk views imports show 3 --project Handbook'],
    }).argument('<number>', 'the number of the import', parseNumber),
  ).action((number: number, options: Options) => show(context, number, options));
  addProjectOption(
    context,
    addCommand(group, {
      usage: 'undo',
      summary: 'Remove exactly what an import has added',
      description:
        'All counts change at once, also those of views that are no longer kept one by one. A running import ' +
        'ends. You may import the same logs again afterwards; what other imports counted of them counts once.',
      examples: ['copydesk views imports undo 3 --project Handbook'],
    }).argument('<number>', 'the number of the import', parseNumber),
  ).action((number: number, options: Options) => undo(context, number, options));
}

function addProjectOption(context: Context, command: Command): Command {
  return command.addOption(projectOption(context));
}

async function list(context: Context, { project, json }: Options): Promise<void> {
  const { terminal } = context;
  const imports = await withServices(context, async (services) =>
    services.listImports(await services.projectIdOf(project)),
  );
  if (json) return printJson(terminal, { imports: imports.map(present) });
  if (imports.length === 0) return terminal.err('No imports yet. Import a log: copydesk views import …\n');
  printTable(
    terminal,
    [
      { title: 'IMPORT', text: ({ number }) => String(number) },
      { title: 'STARTED', text: ({ startedAt }) => minuteOf(startedAt) },
      { title: 'SOURCE', text: ({ source }) => source ?? 'logs' },
      { title: 'STATE', text: stateOf },
      { title: 'COUNTED', text: ({ accepted }) => accepted.toLocaleString('en') },
      { title: 'FROM', text: ({ firstAt }) => dayOf(firstAt) },
      { title: 'TO', text: ({ lastAt }) => dayOf(lastAt) },
      { title: 'FILES', text: ({ files }) => printableLine(files.join(' ')), shrinks: true },
    ],
    imports,
  );
}

async function show(context: Context, number: number, { project, json }: Options): Promise<void> {
  const run = await withServices(context, async (services) =>
    services.readImport(await services.projectIdOf(project), number),
  );
  if (json) printJson(context.terminal, present(run));
  else printRun(context.terminal, run);
}

async function undo(context: Context, number: number, { project, json }: Options): Promise<void> {
  const { terminal } = context;
  const run = await withServices(context, async (services) =>
    services.undoImport(await services.projectIdOf(project), number),
  );
  if (json) printJson(terminal, present(run));
  else terminal.out(`Import ${number} is undone: ${run.accepted.toLocaleString('en')} views are no longer counted\n`);
}

function printRun(terminal: Terminal, run: ImportRun): void {
  const { files, startedAt, source, lines, accepted, duplicates, firstAt, lastAt } = run;
  terminal.out(
    `Import ${run.number}${source === null ? '' : ` of ${source}`}, started ${minuteOf(startedAt)}, ${stateOf(run)}\n`,
  );
  terminal.out(`${lines.toLocaleString('en')} lines, ${accepted.toLocaleString('en')} views counted, `);
  terminal.out(`${duplicates.toLocaleString('en')} counted before\n`);
  if (firstAt !== null) terminal.out(`Views from ${dayOf(firstAt)} to ${dayOf(lastAt)}\n`);
  for (const file of files) terminal.out(`${printableLine(file)}\n`);
}

function present({
  number,
  files,
  startedAt,
  endedAt,
  undoneAt,
  lines,
  accepted,
  duplicates,
  firstAt,
  lastAt,
  source,
}: ImportRun) {
  return { import: number, files, startedAt, endedAt, undoneAt, lines, accepted, duplicates, firstAt, lastAt, source };
}

function stateOf({ undoneAt, endedAt }: ImportRun): string {
  if (undoneAt !== null) return `undone ${dayOf(undoneAt)}`;
  return endedAt === null ? 'not ended' : 'counted';
}

function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

function dayOf(at: Date | null): string {
  return at?.toISOString().slice(0, 10) ?? '';
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give the number of an import, as "copydesk views imports list" shows it.');
}
