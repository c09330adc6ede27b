import { CopydeskError } from '@copydesk/contract';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { DistributionPlan } from '../../../analytics/cluster/distribute.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { openStatusLine } from '../../output/status-line.ts';
import { printTable } from '../../output/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function buildDatabaseDistribute(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'distribute',
    summary: 'Distribute the page views by project over the nodes of a Citus cluster',
    description:
      'DATABASE_URL must be the coordinator. The command first says what it will do, and asks; in scripts use --yes. Page views ' +
      'stay readable and writable. You may stop it at any point and run it again, also after an upgrade: it does what is ' +
      'missing. /docs/scaling says what it needs and what it costs.',
    examples: ['copydesk database distribute --dry-run', 'copydesk database distribute --yes --json'],
  })
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--yes', 'do not ask')
    .option('--shards <number>', 'parts of each table; the number cannot change later', parseShards, 32)
    .option('--lock', 'in one transaction, during which writes of page views wait: faster for small tables')
    .action((options: Options) => distribute(context, options));
}

interface Options {
  dryRun?: true;
  yes?: true;
  shards: number;
  lock?: true;
  json?: true;
}

async function distribute(context: Context, { dryRun, yes, shards, lock, json }: Options): Promise<void> {
  const { terminal, now } = context;
  const done = await withServices(context, async (services) => {
    const plan = await services.planDistribution();
    if (!json) printPlan(terminal, plan, shards);
    if (plan.isDone || dryRun) return { plan, distributed: false };
    if (!yes) await askToDistribute(terminal);
    let table = '';
    const onTable = (name: string): void => {
      table = name;
      if (!json && !terminal.interactive.err) terminal.err(`Distributing ${name} …\n`);
    };
    const text = (seconds: number): string => `Distributing ${table} … ${seconds.toFixed(0)} s`;
    const status = openStatusLine(terminal, text, { now, json: json === true });
    await services.distribute({ shards, locked: lock === true, onTable }).finally(() => status.end());
    return { plan, distributed: true };
  });
  const { version: citus, nodes, tables } = done.plan;
  if (json)
    return printJson(terminal, { citus, nodes, tables: tables.map(({ name }) => name), distributed: done.distributed });
  if (done.distributed) terminal.out('The page views are distributed.\n');
}

function printPlan(terminal: Terminal, plan: DistributionPlan, shards: number): void {
  const nodes = `${plan.nodes.length} ${plan.nodes.length === 1 ? 'node' : 'nodes'} (${plan.nodes.join(', ')})`;
  if (plan.isDone) {
    terminal.out(`All tables of page views are already distributed over ${nodes}. There is nothing to do.\n`);
    return;
  }
  terminal.out(`Citus ${plan.version}, ${nodes}. To be distributed by project, in ${shards} parts each:\n\n`);
  printTable(
    terminal,
    [
      { title: 'TABLE', text: ({ name }) => name },
      { title: 'ROWS', text: ({ rows }) => `~${Math.round(rows).toLocaleString('en')}` },
      {
        title: 'MEGABYTES',
        text: ({ bytes }) => (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 }),
      },
    ],
    plan.tables,
  );
  terminal.out('\nJobs, projects and all other tables stay on the coordinator.\n');
}

/** @throws CopydeskError `invalid_request` when no person is at the terminal, or the person says no. */
async function askToDistribute(terminal: Terminal): Promise<void> {
  const nobody = 'There is no terminal to ask on. Add --yes. Nothing was distributed.';
  const answer = await askLine(terminal, 'Distribute them? Type yes: ', nobody);
  if (answer.trim() !== 'yes')
    throw new CopydeskError('invalid_request', 'That was not "yes". Nothing was distributed.');
}

function parseShards(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 to 9,999.');
}
