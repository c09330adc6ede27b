import { sql } from 'kysely';
import { DropReason } from '@copydesk/contract';
import type { HealthResult, RangeQuery } from '@copydesk/contract';
import type { Database } from '../../postgres/database.ts';
import { dayMilliseconds } from '../store/calendar.ts';
import { readShards } from '../store/shards/shards.ts';
import { dateOfDay } from './counts/pieces.ts';
import { ceil, floor, isEmpty, spanOf } from './time/range.ts';
import type { Span } from './time/range.ts';
import { inShards, rangeOf } from './snapshot.ts';
import type { Reading, ReadSite } from './snapshot.ts';

type Counts = Omit<HealthResult['days'][number], 'date'>;

/** Returns what arrived, by the day of arrival, newest first. Bounds within a day are widened to whole days. */
export async function readHealth(
  db: Database,
  { projectId, moment }: ReadSite,
  query: RangeQuery,
): Promise<Reading<HealthResult>> {
  const asked = spanOf(query);
  const span = isEmpty(asked)
    ? asked
    : { from: floor(asked.from, dayMilliseconds), to: ceil(asked.to, dayMilliseconds) };
  const reading = moment?.transaction ?? db;
  const rows = isEmpty(span) ? [] : await readRows(reading, projectId, span);
  const days = new Map<string, HealthResult['days'][number]>();
  const totals = { ...newCounts(), people: { browser: 0, server: 0, ...(await readSide(reading, projectId)) } };
  for (const { date, name, count } of rows) {
    const day = days.get(date) ?? { date, ...newCounts() };
    days.set(date, day);
    add(day, name, count);
    add(totals, name, count);
    if (name === 'people:browser') totals.people.browser += count;
    if (name === 'people:server') totals.people.server += count;
  }
  const end = query.offset + query.limit;
  const listed = [...days.values()].slice(query.offset, end);
  return { result: { totals, days: listed, hasMore: end < days.size }, range: rangeOf(asked, span) };
}

/** Reads the rows grouped by day, newest day first: some twenty names a day. */
async function readRows(db: Database, projectId: number, { from, to }: Span) {
  const { numbers: shards = [projectId] } = (await readShards(db, [projectId])).get(projectId) ?? {};
  const { rows } = await sql<{ date: string; name: string; count: number }>`
    select day::text as date, name, count from view_health
    where ${inShards({ shards })} and day >= ${dateOfDay(from / dayMilliseconds)}
      and day < ${dateOfDay(to / dayMilliseconds)}
    order by day desc
  `.execute(db);
  return rows;
}

/** Reads which side counts people, and since when, if the data decided it. */
async function readSide(
  db: Database,
  projectId: number,
): Promise<Pick<HealthResult['totals']['people'], 'countedBy' | 'decidedAt'>> {
  const row = await db
    .selectFrom('project')
    .select(['people_from', 'people_decided_at'])
    .where('number', '=', projectId)
    .executeTakeFirst();
  const side = row?.people_from;
  return {
    countedBy: side === 'browser' || side === 'server' ? side : null,
    decidedAt: row?.people_decided_at?.toISOString() ?? null,
  };
}

function newCounts(): Counts {
  return { accepted: 0, duplicates: 0, late: 0, dropped: {}, refused: {} };
}

function add(counts: Counts, name: string, count: number): void {
  if (name === 'accepted') counts.accepted += count;
  if (name === 'duplicate') counts.duplicates += count;
  if (name === 'late') counts.late += count;
  const [what, why = ''] = name.split(':', 2);
  const reason = DropReason.safeParse(why).data;
  if (what === 'dropped' && reason !== undefined) counts.dropped[reason] = (counts.dropped[reason] ?? 0) + count;
  if (what === 'refused') counts.refused[why] = (counts.refused[why] ?? 0) + count;
}
