import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { formatRows, isMissed, median } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { packAndUnpackCommand } from '../../scripts/unpack-command.ts';
import { installedCommand, startServer } from './start/installed-command.ts';
import type { InstalledCommand } from './start/installed-command.ts';

const help = `Measures how long the command and the server take to start, from the package as it is published and not from
this clone. Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:start -- [options]

  --runs <number>  of each command (15)
  --help           this text`;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, help: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
if (values.help) console.log(help);
else await runInBenchFolder(report);

async function report(folder: string): Promise<void> {
  console.log(thisMachine());
  console.error('packing');
  const { installed } = await packAndUnpackCommand(folder);
  const rows = await bench(await installedCommand(installed, folder));
  console.log(formatRows(rows));
  if (rows.some(isMissed)) process.exitCode = 1;
}

async function bench(command: InstalledCommand): Promise<Row[]> {
  const started = await timeServers(command);
  console.error('running commands');
  await using server = await startServer(command, 'first');
  const remote = await server.createProject();
  const bare: number[] = [];
  const version: number[] = [];
  const list: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await command.timeNode());
    version.push(await command.time(['--version']));
    list.push(await command.time(['job', 'list'], remote));
  }
  const scrapes: number[] = [];
  for (let scrape = 0; scrape < 100; scrape += 1) scrapes.push(await server.scrape());
  return [
    { name: 'an empty program of Node', value: median(bare), unit: 'ms' },
    { name: 'copydesk --version, median', value: median(version), unit: 'ms', atMost: 60 },
    { name: 'copydesk job list at a server, median', value: median(list), unit: 'ms', atMost: 150 },
    ...started,
    { name: '/metrics, median', value: median(scrapes), unit: 'ms', atMost: 5 },
  ];
}

/** Measures servers from the start of the process until they are ready. */
async function timeServers(command: InstalledCommand): Promise<Row[]> {
  console.error('starting servers');
  const timed = async (name: string): Promise<number> => {
    await using server = await startServer(command, name);
    return server.readyAfter;
  };
  // The first start after an installation also compiles the code that it loads.
  const first = await timed('first');
  const fresh: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    fresh.push(await timed(`round-${round}`));
    again.push(await timed(`round-${round}`));
  }
  return [
    { name: 'copydesk serve, new database, median of 5', value: median(fresh), unit: 'ms', atMost: 1_000 },
    { name: 'copydesk serve, existing database, median of 5', value: median(again), unit: 'ms', atMost: 500 },
    { name: 'the first one after the installation', value: first, unit: 'ms' },
  ];
}
