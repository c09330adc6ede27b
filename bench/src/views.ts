import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { thisMachine } from './support/bench-folder.ts';
import { formatRows } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { measureBrowserEvents } from './views/browser.ts';
import { measureClassification } from './views/classification.ts';
import { collect, collectionRows } from './views/collection.ts';
import type { Collected, Collecting } from './views/collection.ts';
import type { EventPlan } from './views/events.ts';
import { startLoad } from './views/load.ts';
import { measureRanges, rangeKinds, rangeRows, ratioRows } from './views/ranges.ts';
import { measureIndexOnlyScan } from './views/scan.ts';
import { startViewsServer } from './views/server.ts';
import { measureTouchedPages } from './views/touched-pages.ts';
import { measureWholeExport } from './views/whole-export.ts';

const projects = 10;
const pagesPerProject = 10_000;
/** The events whose requests are written to disk at a time, before they are sent. */
const eventsPerWave = 2_000_000;
const year = 365 * 86_400_000;

// npm run bench:views -- --events 20000000 --keep
const { values } = parseArgs({
  options: { events: { type: 'string', default: '20000000' }, keep: { type: 'boolean', default: false } },
});
const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-bench-'));
// PostgreSQL runs as another user than root, and must reach its files.
await chmod(folder, 0o711);
try {
  await bench(folder, Number(values.events));
} finally {
  if (values.keep) progress(`Everything is kept in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}

async function bench(directory: string, events: number): Promise<void> {
  printIntroduction(events);
  await using server = await startViewsServer(directory);
  await using load = startLoad();
  const collecting: Collecting = { server, load, folder: directory, progress };
  const plan = planYear(events);
  const { to } = plan;
  const made = [];
  for (let number = 1; number <= projects; number += 1) made.push(await server.createProject(`Docs ${number}`));
  const projectIds = made.map(({ id }) => id);
  const other = await server.createProject('Other');
  const rows: Row[] = [];

  const few = Math.ceil(events / 10);
  progress(`collecting the first ${formatCount(few)} events, over the whole year`);
  const first = await collect(collecting, { ...plan, events: few }, projectIds);
  rows.push(...(await collectionRows(server, `collection of the first ${formatCount(few)} events`, first)));
  progress('reading page views');
  const timesOfFew = await measureRanges(server, projectIds, rangeKinds(to), 1);

  rows.push(...(await measureRandomOrder(collecting, plan, other.id)));
  progress('sending single events as browsers do');
  rows.push(...(await measureBrowserEvents(server, load, other.id)));

  const rest = await collectRest(collecting, { ...plan, events: events - few }, projectIds);
  rows.push(...(await collectionRows(server, `collection of the other ${formatCount(rest.events)} events`, rest)));

  progress('reading page views');
  const timesOfAll = await measureRanges(server, projectIds, rangeKinds(to), 1);
  for (const times of timesOfAll) rows.push(...rangeRows(times, `${formatCount(events)} events`));
  rows.push(...ratioRows(timesOfFew, timesOfAll));
  progress('reading the impact and the effect of a change');
  rows.push(...(await measureTouchedPages(server, made[0]?.number ?? 0, to)));
  progress('scanning the same rows by an index alone');
  rows.push(...(await measureIndexOnlyScan(server.db, made[0]?.number ?? 0, to)));

  rows.push(...(await measureVastExport(collecting, plan)));
  progress('classifying');
  rows.push(...measureClassification());
  console.log(formatRows(rows));
}

function printIntroduction(events: number): void {
  console.log(thisMachine());
  console.log(
    `${formatCount(events)} events: ${projects} projects of ${formatCount(pagesPerProject)} pages, over a year, 30 % AI.`,
  );
  console.log('All of them over HTTP in batches of 1,000, 32 at once; the requests were written to disk before.\n');
}

/** The year ends an hour ago. */
function planYear(events: number): EventPlan {
  const to = Date.now() - 3_600_000;
  return { seed: 1, projects, pagesPerProject, events, from: to - year, to, order: 'time', pages: 'zipf' };
}

/** Collects a fiftieth of the plan's events, in one project. */
async function measureRandomOrder(collecting: Collecting, plan: EventPlan, projectId: string): Promise<Row[]> {
  progress('collecting in random order');
  const inDisorder = { ...plan, seed: 2, projects: 1, events: Math.ceil(plan.events / 50), order: 'chance' as const };
  const disorder = await collect(collecting, inDisorder, [projectId]);
  const what = `the same of ${formatCount(disorder.events)} with ids and times of chance`;
  return await collectionRows(collecting.server, what, disorder);
}

/** Sends the events in waves, each a part of the year. */
async function collectRest(collecting: Collecting, plan: EventPlan, projectIds: string[]): Promise<Collected> {
  const waves = Math.ceil(plan.events / eventsPerWave);
  const collected: Collected[] = [];
  for (let wave = 0; wave < waves; wave += 1) {
    collecting.progress(`collecting the others: ${wave + 1} of ${waves}`);
    const moment = (share: number): number => plan.from + ((plan.to - plan.from) * share) / waves;
    const part = {
      seed: 100 + wave,
      events: Math.floor(plan.events / waves),
      from: moment(wave),
      to: moment(wave + 1),
    };
    collected.push(await collect(collecting, { ...plan, ...part }, projectIds));
  }
  return together(collected);
}

function together(collected: Collected[]): Collected {
  const seconds = sum(collected.map((wave) => wave.seconds));
  const mean = (of: (wave: Collected) => number): number =>
    sum(collected.map((wave) => of(wave) * wave.seconds)) / seconds;
  return {
    events: sum(collected.map((wave) => wave.events)),
    seconds,
    cores: {
      server: mean((wave) => wave.cores.server),
      database: mean((wave) => wave.cores.database),
      load: mean((wave) => wave.cores.load),
    },
    unfolded: collected.at(-1)?.unfolded ?? 0,
  };
}

/** Exports a project with very many pages. */
async function measureVastExport(collecting: Collecting, plan: EventPlan): Promise<Row[]> {
  const { server } = collecting;
  // A page that only bots have read is not listed.
  const pages = Math.ceil(plan.events / 18);
  progress(`exporting ${formatCount(pages)} pages`);
  const vast = await server.createProject('Vast');
  const everyPage = { ...plan, projects: 1, pagesPerProject: pages, events: pages, pages: 'each once' as const };
  await collect(collecting, everyPage, [vast.id]);
  return await measureWholeExport(server, vast.id);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function progress(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
