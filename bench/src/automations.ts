import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AutomationRequest } from '@copydesk/contract';
import { sql } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import { plainModel } from '../../server/src/agent/model.ts';
import { createAutomation } from '../../server/src/automations/automation.ts';
import { automationChannel } from '../../server/src/automations/due.ts';
import { readSettings } from '../../server/src/settings.ts';
import { openApp } from '../../server/src/wiring/app.ts';
import type { App } from '../../server/src/wiring/app.ts';
import { operatorServices } from '../../server/src/wiring/services/operator-services.ts';
import { startAppWorker } from '../../server/src/wiring/job/work.ts';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { formatRows, isMissed } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { generateSite } from './support/generate-site.ts';
import { instantModel } from './support/instant-model.ts';

const help = `Measures what automations of 20 projects cost one worker: while none is due, and when all are due at once.
Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:automations -- [options]

  --minutes <number>  how long nothing is due (3)
  --help              this text`;

const projects = 20;
/** The most that a project may have. */
const jobsOfEach = 50;
/** Each project has as many that start a job; the others look for addresses that were not found, and there are none. */
const starting = 2;
/** How long to wait for what never comes. */
const longestSeconds = 600;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(help);
else await runInBenchFolder(report);

interface Counter extends KyselyPlugin {
  queries: number;
}

/** Counts the queries that name the table of the automations. */
function openCounter(): Counter {
  const counter: Counter = {
    queries: 0,
    transformQuery({ node }) {
      const text = JSON.stringify(node, (_key, value: unknown) => (typeof value === 'bigint' ? null : value));
      if (/\bautomation\b/.test(text)) counter.queries += 1;
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  };
  return counter;
}

async function report(folder: string): Promise<void> {
  console.log(thisMachine());
  const settings = readSettings({ COPYDESK_DATA_DIR: path.join(folder, 'data'), COPYDESK_MODEL: 'bench/instant' });
  const app = await openApp(settings, pino({ level: 'warn' }, pino.destination(2)));
  try {
    console.error(`creating ${projects * jobsOfEach} automations`);
    await createAll(app, folder);
    const models = {
      'bench/instant': () =>
        plainModel(
          'bench/instant',
          instantModel(() => {}),
        ),
    };
    const counter = openCounter();
    const connect: App['connect'] = (pool) => app.connect(pool).withPlugin(counter);
    const worker = startAppWorker({ ...app, connect }, { models });
    try {
      const rows = [await countIdle(app, counter, Number(values.minutes)), ...(await timeAll(app))];
      console.log(formatRows(rows));
      if (rows.some(isMissed)) process.exitCode = 1;
    } finally {
      await worker.stop();
    }
  } finally {
    await app.close();
  }
}

async function createAll(app: App, folder: string): Promise<void> {
  const { repository } = await generateSite(path.join(folder, 'site'), { pages: 20, bytesPerPage: 2_000, seed: 1 });
  const services = operatorServices(app);
  for (let number = 0; number < projects; number += 1) {
    const { project } = await services.createProject({ name: `Project ${number}`, repository });
    for (let index = 0; index < jobsOfEach; index += 1) {
      const kind = index < starting ? 'schedule' : 'not_found';
      const trigger = { kind, cron: '0 6 1 1 *', timeZone: 'UTC' };
      const draft = {
        name: `Automation ${index}`,
        trigger,
        prompt: `Work on page 1 at docs/section-000/page-0001.md.`,
      };
      await createAutomation(app.db, { ...AutomationRequest.parse(draft), projectId: project.id }, new Date());
    }
  }
}

/** Counts the queries of the worker's automations while nothing is due, which must not read all of them. */
async function countIdle({ db }: App, counter: Counter, minutes: number): Promise<Row> {
  console.error(`waiting ${minutes} minutes`);
  // The worker reads once when it starts.
  await setTimeout(5_000);
  const before = { scans: await readScans(db), queries: counter.queries };
  await setTimeout(minutes * 60_000);
  const queries = (counter.queries - before.queries) / minutes;
  if ((await readScans(db)) > before.scans) throw new Error('The automations were read without an index');
  return { name: 'queries a minute while nothing is due', value: queries, unit: '', atMost: 1 };
}

/** Returns how often the whole table was read. A connection that does nothing more reports that after ten seconds. */
async function readScans(db: App['db']): Promise<number> {
  await setTimeout(15_000);
  const { rows } = await sql<{ scans: number }>`
    select seq_scan::int as scans from pg_stat_user_tables where relname = 'automation'
  `.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The database keeps no statistics of the automations');
  return found.scans;
}

async function timeAll({ db }: App): Promise<Row[]> {
  console.error('letting all of them be due');
  const from = performance.now();
  await sql`update automation set next_at = now(), due_at = now()`.execute(db);
  await sql`select pg_notify(${automationChannel}, '')`.execute(db);
  const passed = () => (performance.now() - from) / 1_000;
  await until(async () => (await count(db, sql`automation_run`)) >= projects * jobsOfEach);
  const checked = passed();
  await until(async () => (await count(db, sql`job where status = 'completed'`)) >= projects * starting);
  return [
    { name: `until ${projects * jobsOfEach} that are due at once were checked`, value: checked, unit: 's', atMost: 60 },
    { name: `until the ${projects * starting} jobs that they started were completed`, value: passed(), unit: 's' },
  ];
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestSeconds * 1_000;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`The automations were not finished within ${longestSeconds} seconds`);
    await setTimeout(100);
  }
}

async function count(db: App['db'], what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*)::int as number from ${what}`.execute(db);
  return rows[0]?.number ?? 0;
}
