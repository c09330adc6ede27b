import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { pino } from 'pino';
import { openDatabase } from '../../server/src/postgres/database.ts';
import { startEmbedded } from '../../server/src/postgres/embedded/embedded.ts';
import { migrate } from '../../server/src/postgres/migrate.ts';
import { readSettings } from '../../server/src/settings.ts';
import { makeBackup } from '../../server/src/wiring/backup/make-backup.ts';
import { restoreBackup } from '../../server/src/wiring/backup/restore-backup.ts';
import { fill } from './backup/fill.ts';
import { formatRows, isMissed } from './support/figures.ts';
import type { Row } from './support/figures.ts';

const help = `Measures how quickly a database is copied into a file, and made again of it. Ends with 1 when a goal is missed. See
docs/performance.md.

  npm run bench:backup -- [options]

  --views <number>  single page views (1000000)
  --jobs <number>   jobs, with 20 steps and 60 entries of the transcript each (2000)
  --help            this text`;

const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '1000000' },
    jobs: { type: 'string', default: '2000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await runInBenchFolder(report);

async function report(folder: string): Promise<void> {
  console.log(thisMachine());
  const rows = await bench(folder);
  console.log(formatRows(rows));
  if (rows.some(isMissed)) process.exitCode = 1;
}

async function bench(folder: string): Promise<Row[]> {
  const at = (name: string) => path.join(folder, name);
  const settingsOf = (name: string) => readSettings({ COPYDESK_DATA_DIR: at(name) });
  const log = pino({ level: 'warn' });
  console.error('filling a database');
  await make(at('first'));
  console.error('backing up');
  let bytes = 0;
  const backup = await timed(async () => {
    await makeBackup(settingsOf('first'), log, {
      file: at('backup'),
      withSecretKey: false,
      onProgress: (_item, more) => (bytes += more),
    });
  });
  console.error('restoring');
  const restore = await timed(async () => {
    await restoreBackup(settingsOf('second'), log, { file: at('backup'), onProgress: () => {} });
  });
  const copied = await timed(async () => {
    await cp(at('first/postgres/data'), at('copy'), { recursive: true });
  });
  const rate = (seconds: number) => bytes / 1e6 / seconds;
  return [
    { name: 'data of the tables', value: bytes / 1e6, unit: 'MB' },
    { name: 'the file', value: (await stat(at('backup'))).size / 1e6, unit: 'MB' },
    { name: 'backup', value: rate(backup), unit: 'MB/s', atLeast: 100 },
    { name: 'restore', value: rate(restore), unit: 'MB/s' },
    { name: '  as long as a backup', value: restore / backup, unit: 'times' },
    { name: 'a copy of the stopped data folder, for comparison', value: rate(copied), unit: 'MB/s' },
  ];
}

async function make(directory: string): Promise<void> {
  const embedded = await startEmbedded({ directory, log: pino({ level: 'warn' }) });
  const db = openDatabase({
    connection: embedded.connection,
    maximumConnections: 1,
    applicationName: 'copydesk bench',
    statementSeconds: 900,
  });
  try {
    await migrate(db);
    await fill(db, { views: Number(values.views), jobs: Number(values.jobs), steps: 20 });
  } finally {
    await db.destroy();
    await embedded.stop();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
