import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { printTable } from '../../output/table.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildModelList(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'list',
    summary: 'List the providers of models and their settings',
    description:
      'Never shows keys. --prices adds the models whose prices are known, in US dollars for a million tokens.',
    examples: ['copydesk model list', 'copydesk model list --project Handbook', 'copydesk model list --prices'],
  })
    .option('--project <id or name>', 'the project whose keys count')
    .option('--prices', 'what models cost')
    .action((options: ModelListOptions) => list(context, options));
}

interface ModelListOptions {
  project?: string;
  prices?: true;
  json?: true;
}

async function list(context: Context, { project, prices, json }: ModelListOptions): Promise<void> {
  const { terminal } = context;
  const overview = await withServices(context, async (services) => {
    const projectId = project === undefined ? undefined : await services.projectIdOf(project);
    return await services.models.list(projectId);
  });
  if (json) return printJson(terminal, overview);
  printTable(
    terminal,
    [
      { title: 'PROVIDER', text: ({ provider }) => provider },
      { title: 'KEY', text: ({ keyFrom }) => keyFrom ?? 'none' },
      { title: 'ADDRESS', text: ({ address }) => address ?? 'none' },
      { title: '', text: ({ missing }) => missing, shrinks: true },
    ],
    overview.providers,
  );
  if (prices) {
    terminal.out('\n');
    printTable(
      terminal,
      [
        { title: 'MODEL', text: ({ model }) => model },
        { title: 'READ', text: ({ input }) => String(input), numbers: true },
        { title: 'CACHED', text: ({ cachedInput }) => String(cachedInput), numbers: true },
        { title: 'WRITTEN', text: ({ output }) => String(output), numbers: true },
        { title: 'SINCE', text: ({ from }) => from },
        { title: 'SOURCE', text: ({ source }) => source, shrinks: true },
      ],
      overview.prices,
    );
  }
  for (const { detail } of overview.warnings) terminal.err(`Warning: ${printableLine(detail)}\n`);
  terminal.err(`New jobs get ${printableLine(overview.model)}. Try it: copydesk model check\n`);
}
