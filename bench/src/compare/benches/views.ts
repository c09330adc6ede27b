import { randomNumbers } from '../../support/random.ts';
import { openConnection } from '../../views/connection.ts';
import { generateBatches } from '../../views/events.ts';
import type { EventPlan } from '../../views/events.ts';
import { peakMegabytes } from '../../views/process-figures.ts';
import { peakMemory, processorTime, slowest, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { withProcessorTime } from '../measure/processor-time.ts';
import { openDesks } from '../states/desk.ts';
import type { ProjectPlace } from '../states/desk.ts';
import { timeSendingViews } from '../states/send-views.ts';
import { createProject } from '../states/serve.ts';
import { defineBench } from './bench.ts';

const pages = 10_000;
const batchSize = 1_000;
const collectRounds = 12;
const batchesPerRound = 20;
const freshPages = 50_000;
const exportRounds = 4;
const rangeRounds = 8;
const requestsPerRound = 15;
const connections = 8;
const day = 86_400_000;

export const views = defineBench({
  summary: `collecting ${count(collectRounds * batchesPerRound * batchSize)} events of a year, reading and exporting them`,
  figures: {
    collect: { ...time(`collecting batches of ${count(batchSize)}`, 'events/s'), better: 'higher' },
    collectProcessor: processorTime('  processor time', 's for 100,000 events'),
    peak: peakMemory('  peak memory of the server'),
    whole: { ...time(`exporting ${count(freshPages)} fresh pages`), least: 0.1 },
    wholeProcessor: { ...processorTime('  processor time', 's'), least: 0.1 },
    month: time('page views of 30 days, median'),
    month95: slowest('  95th percentile', 'p95'),
    year: time('page views of a year, median'),
    year95: slowest('  95th percentile', 'p95'),
    readProcessor: processorTime('  processor time of both', 'ms/request'),
  },
  async measure({ lanes, model, progress }, recorder) {
    progress('generating events');
    const bodies = bodiesOf({
      events: collectRounds * batchesPerRound * batchSize,
      pagesPerProject: pages,
      pages: 'zipf',
    });
    const fresh = bodiesOf({ events: freshPages, pagesPerProject: freshPages, pages: 'each once' });
    await using stack = new AsyncDisposableStack();
    const desks = await eachLane(await openDesks({ lanes, model, progress }, stack), async (desk) => ({
      ...desk,
      projectId: await createProject(desk.server, 'Docs'),
    }));

    progress('collecting');
    await inTurns(desks, collectRounds, recorder, async (desk, round) => {
      const events = batchesPerRound * batchSize;
      const part = bodies.slice(round * batchesPerRound, (round + 1) * batchesPerRound);
      const { result, processorSeconds } = await withProcessorTime(desk.server.processId, () =>
        timeSendingViews(desk, { bodies: part, events, connections }),
      );
      return { collect: [events / result], collectProcessor: [(processorSeconds / events) * 100_000] };
    });
    await inTurns(desks, 1, recorder, async ({ server }) => ({ peak: [await peakMegabytes(server.processId)] }));

    progress('reading page views');
    await inTurns(desks, rangeRounds, recorder, async (desk, round) => {
      const { result, processorSeconds } = await withProcessorTime(desk.server.processId, async () => ({
        month: await readRanges(desk, rangesOf(30, round)),
        year: await readRanges(desk, rangesOf(365, round)),
      }));
      const { month, year } = result;
      const readProcessor = [(processorSeconds * 1_000) / (month.length + year.length)];
      return { month, month95: month, year, year95: year, readProcessor };
    });

    progress('exporting');
    await eachLane(desks, async (desk) => {
      desk.projectId = await createProject(desk.server, 'Vast');
      await timeSendingViews(desk, { bodies: fresh, events: freshPages, connections });
    });
    await inTurns(desks, exportRounds, recorder, async (desk) => {
      const { result, processorSeconds } = await withProcessorTime(desk.server.processId, () => exportAll(desk));
      return { whole: [result], wholeProcessor: [processorSeconds] };
    });
  },
});

/** Returns the end of the events: a whole day, so that ranges of days need nothing else. */
function lastMidnight(): number {
  return Math.floor(Date.now() / day) * day;
}

function bodiesOf(plan: Pick<EventPlan, 'events' | 'pagesPerProject' | 'pages'>): Buffer[] {
  const end = lastMidnight();
  const all = generateBatches(
    { ...plan, seed: 1, projects: 1, from: end - 365 * day, to: end, order: 'time' },
    batchSize,
  );
  return Array.from(all, ({ body }) => Buffer.from(body));
}

/** Returns the queries of a round: ranges of this length, which begin at random days of the year. */
function rangesOf(days: number, round: number): string[] {
  const random = randomNumbers(round);
  const end = lastMidnight();
  return Array.from({ length: requestsPerRound }, () => {
    const until = end - Math.floor(random() * (366 - days)) * day;
    return `dateFrom=${dayOf(until - days * day)}&dateTo=${dayOf(until)}`;
  });
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Returns the milliseconds of each request, over one connection. */
async function readRanges({ url, token, projectId }: ProjectPlace, queries: readonly string[]): Promise<number[]> {
  const connection = await openConnection(url);
  const times: number[] = [];
  for (const query of queries) {
    const begun = performance.now();
    const { status, body } = await connection.send(
      `GET /v1/analytics/${projectId}/views?${query} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    times.push(performance.now() - begun);
    if (status !== 200) throw new Error(`Page views were answered ${status}: ${body}`);
  }
  connection.close();
  return times;
}

/** Returns the milliseconds until the last byte. */
async function exportAll({ url, token, projectId }: ProjectPlace): Promise<number> {
  const begun = performance.now();
  const reply = await fetch(`${url}/v1/analytics/${projectId}/views/export`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
  });
  const lines = (await reply.text()).split('\n').length - 1;
  // A page that only bots have read is not listed.
  if (reply.status !== 200 || lines < freshPages / 2)
    throw new Error(`The export was answered ${reply.status}, ${lines} lines`);
  return performance.now() - begun;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
