import { sql } from 'kysely';
import type { RangeQuery, UnknownReadersResult } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import type { Evidence } from '../../classify/reader.ts';
import { dayMilliseconds } from '../../store/calendar.ts';
import { readKinds } from '../counts/kinds.ts';
import { marksOf, ruleFor } from './reader-marks.ts';
import { inShards, readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';

type UnknownReader = UnknownReadersResult['readers'][number];

/** Single views are searched, for this many days at the end of a range. */
const longestDays = 31;

/**
 * Returns readers that count as people or as bots without a name and look suspicious, by views, most first. People
 * write rules from this list; it changes no count.
 */
export async function readUnknownReaders(
  db: Database,
  site: ReadSite,
  query: RangeQuery,
): Promise<Reading<UnknownReadersResult>> {
  const to = Math.min(query.dateTo?.getTime() ?? Infinity, site.now.getTime() + dayMilliseconds);
  const from = Math.max(query.dateFrom?.getTime() ?? -Infinity, to - longestDays * dayMilliseconds);
  const bounds = { dateFrom: new Date(from), dateTo: new Date(to) };
  const { result: readers, range } = await readAt(db, site, bounds, findUnknown, true);
  const end = query.offset + query.limit;
  const page = readers.slice(query.offset, end);
  return { result: { totals: { readers: readers.length }, readers: page, hasMore: end < readers.length }, range };
}

interface Row {
  evidence: Evidence;
  kind: number;
  rule: string;
  views: number;
  /** The views in visits with a page every two seconds or faster. */
  steady: number;
  lastSeen: Date;
}

async function findUnknown(snapshot: Snapshot): Promise<UnknownReader[]> {
  const kinds = await readKinds(snapshot);
  const found = new Map<string, UnknownReader>();
  for (const { evidence, kind, rule, views, steady, lastSeen } of await readRows(snapshot)) {
    const kindOf = kinds.get(kind)?.class ?? 'bot';
    if (kindOf === 'ai') continue;
    for (const { mark, of } of marksOf({ class: kindOf, evidence, rule, views, steady })) {
      add(found, { userAgent: evidence.userAgent, class: kindOf, mark, views: of, lastSeen: lastSeen.toISOString() });
    }
  }
  return [...found.values()].sort((left, right) => right.views - left.views || compareTexts(keyOf(left), keyOf(right)));
}

function add(found: Map<string, UnknownReader>, reader: Omit<UnknownReader, 'rule'>): void {
  const known = found.get(keyOf(reader));
  if (known === undefined) {
    found.set(keyOf(reader), { ...reader, rule: ruleFor(reader.userAgent) });
    return;
  }
  known.views += reader.views;
  if (reader.lastSeen > known.lastSeen) known.lastSeen = reader.lastSeen;
}

const keyOf = ({ userAgent, class: kind, mark }: Omit<UnknownReader, 'rule'>): string =>
  `${userAgent}\n${kind}\n${mark}`;

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

async function readRows(snapshot: Snapshot): Promise<Row[]> {
  const { transaction, projectId, span } = snapshot;
  const [from, to] = [new Date(span.from), new Date(span.to)];
  const { rows } = await sql<Row>`
    with visit as (
      select reader, visitor, count(*)::int as views, max(at) as last_seen,
        visitor is not null and count(*) >= 20 and extract(epoch from max(at) - min(at)) <= 2 * count(*) as steady
      from view where ${inShards(snapshot)} and at >= ${from} and at < ${to}
      group by reader, visitor, date_trunc('hour', at)
    )
    select reader.evidence, reader.kind, reader.rule, visit.views, visit.steady, visit."lastSeen" from (
      select reader, sum(views)::int as views, coalesce(sum(views) filter (where steady), 0)::int as steady,
        max(last_seen) as "lastSeen"
      from visit group by reader
    ) as visit
    join view_reader reader on reader.project_id = ${projectId} and reader.number = visit.reader
    where not reader.evidence ? 'forgotten'
  `.execute(transaction);
  return rows;
}
