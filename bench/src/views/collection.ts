import path from 'node:path';
import { sql } from 'kysely';
import type { Row } from '../support/figures.ts';
import type { EventPlan } from './events.ts';
import type { Load } from './load.ts';
import { peakMegabytes, readCpu } from './process-figures.ts';
import type { ViewsServer } from './server.ts';

/** How many batches are in flight at once. */
const connections = 32;

export interface Collecting {
  server: ViewsServer;
  load: Load;
  folder: string;
  progress: (text: string) => void;
}

/** The cost of a wave of batches. */
export interface Collected {
  events: number;
  seconds: number;
  /** The cores that each of the three used. */
  cores: { server: number; database: number; load: number };
  /** Views that were stored and not yet in the roll-ups when the last response arrived. */
  unfolded: number;
}

/** Sends the events of a plan over HTTP. The requests are written to a file before the time is measured. */
export async function collect(
  { server, load, folder, progress }: Collecting,
  plan: EventPlan,
  projectIds: string[],
): Promise<Collected> {
  const target = { url: server.url, token: server.token, projectIds };
  await load.ask({ kind: 'write', plan, file: path.join(folder, 'wave'), target });
  const before = await readCpu(server.processId, server.databaseProcessId);
  const { count, seconds, cpuSeconds } = await load.ask({ kind: 'send', connections });
  const after = await readCpu(server.processId, server.databaseProcessId);
  const { rows } = await sql<{
    views: number;
  }>`select coalesce(sum(views), 0)::int8 as views from view_journal`.execute(server.db);
  progress(`${count.toLocaleString('en')} events in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)}/s`);
  const cores = {
    server: (after.server - before.server) / seconds,
    database: (after.database - before.database) / seconds,
    load: cpuSeconds / seconds,
  };
  return { events: count, seconds, cores, unfolded: rows[0]?.views ?? Number.NaN };
}

export function eventsPerSecond({ events, seconds }: Pick<Collected, 'events' | 'seconds'>): number {
  return events / seconds;
}

export async function collectionRows(server: ViewsServer, name: string, collected: Collected): Promise<Row[]> {
  const { cores, unfolded } = collected;
  return [
    { name, value: eventsPerSecond(collected), unit: 'events/s', atLeast: 40_000 },
    { name: '  CPU of the server', value: cores.server, unit: 'cores' },
    { name: '  CPU of PostgreSQL', value: cores.database, unit: 'cores' },
    { name: '  CPU of the sender', value: cores.load, unit: 'cores' },
    { name: '  views not yet folded into roll-ups at its end', value: unfolded, unit: 'views' },
    { name: '  peak resident memory of the server so far', value: await peakMegabytes(server.processId), unit: 'MB' },
  ];
}
