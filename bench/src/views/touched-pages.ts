import { sql } from 'kysely';
import type { TouchedFile } from '@copydesk/contract';
import { readEffect } from '../../../server/src/analytics/effect/effect.ts';
import { readImpact } from '../../../server/src/analytics/read/page/impact.ts';
import { median, percentile } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import type { ViewsServer } from './server.ts';

const pagesTouched = 300;
const times = 30;
const dayMilliseconds = 86_400_000;

/**
 * Measures who reads the pages that a change touches, and what it did to them: the queries that the routes and the pull
 * request wait for.
 */
export async function measureTouchedPages(server: ViewsServer, projectId: number, to: number): Promise<Row[]> {
  const { db } = server;
  const { rows } = await sql<{ path: string }>`
    select path from view_page where project_id = ${projectId} order by path limit ${pagesTouched}
  `.execute(db);
  const touched = rows.map(({ path }): TouchedFile => ({
    file: `docs${path}.md`,
    change: 'changed',
    movedTo: null,
    linkedFrom: null,
    pages: [path],
  }));
  const site = { projectId, now: new Date(to), retentionMonths: 25 };
  const impact = await timesOf(async () => await readImpact(db, site, touched));
  const merged = new Date(to - 30 * dayMilliseconds);
  const effect = await timesOf(async () => await readEffect(db, site, { touched, mergedAt: merged, days: 14 }));
  const halfAYear = new Date(to - 183 * dayMilliseconds);
  const longest = await timesOf(async () => await readEffect(db, site, { touched, mergedAt: halfAYear, days: 180 }));
  return [
    ...rowsOf(`impact of a change of ${rows.length} pages`, impact, 50),
    ...rowsOf('effect of it, 14 days before and after', effect, 100),
    ...rowsOf('effect of it, 180 days before and after', longest, 100),
  ];
}

async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  await read();
  const taken: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const start = performance.now();
    await read();
    taken.push(performance.now() - start);
  }
  return taken;
}

function rowsOf(name: string, taken: readonly number[], atMost: number): Row[] {
  return [
    { name: `${name}: median`, value: median(taken), unit: 'ms', atMost },
    { name: '  95th percentile', value: percentile(taken, 0.95), unit: 'ms' },
  ];
}
