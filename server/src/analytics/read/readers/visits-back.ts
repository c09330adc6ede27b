import { sql } from 'kysely';
import type { Purpose, VisitsBack } from '@copydesk/contract';
import { dayMilliseconds } from '../../store/calendar.ts';
import { aiProducts } from './ai-products.ts';
import { compareBytes } from '../compare-bytes.ts';
import { dateOfDay } from '../counts/pieces.ts';
import { inShards } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';

interface Read {
  operator: string;
  purpose: Purpose | null;
  views: number;
}

interface Visit {
  /** The operator of the product that the host belongs to; null when it belongs to none. */
  operator: string | null;
  human: number;
}

/**
 * Compares what assistants read with the people whom they sent. Groups by operator, since an assistant identifies its
 * operator and seldom the product for which it reads. Sorts by reads, most first, then by visits, then by operator.
 *
 * @param complete - whether all visits are known; otherwise no ratio is given.
 */
export function visitsBack(reads: readonly Read[], visits: readonly Visit[], complete = true): VisitsBack[] {
  const rows = new Map<string, VisitsBack>();
  for (const { product, operator } of aiProducts) {
    const row = rows.get(operator) ?? { operator, products: [], reads: 0, visits: 0, readsPerVisit: null };
    rows.set(operator, row);
    row.products.push(product);
  }
  for (const { operator, purpose, views } of reads) {
    const row = rows.get(operator);
    if (row !== undefined && purpose === 'assistant') row.reads += views;
  }
  for (const { operator, human } of visits) {
    const row = rows.get(operator ?? '');
    if (row !== undefined) row.visits += human;
  }
  for (const row of rows.values()) if (complete && row.visits > 0) row.readsPerVisit = row.reads / row.visits;
  return [...rows.values()]
    .filter((row) => row.reads > 0 || row.visits > 0)
    .sort((left, right) => right.reads - left.reads || right.visits - left.visits || compareOperators(left, right));
}

const compareOperators = (left: VisitsBack, right: VisitsBack): number => compareBytes(left.operator, right.operator);

/** Returns whether all single views of the range exist: single views of pages show where their readers came from. */
export async function hasAllSingleViews(snapshot: Snapshot): Promise<boolean> {
  const { transaction, span, rawFrom } = snapshot;
  if (span.from >= rawFrom) return true;
  const { rows } = await sql`
    (select project_id from view_rollup
    where ${inShards(snapshot)} and level = 'day' and start >= ${dayAt(span.from)} and start < ${dayAt(rawFrom)} limit 1)
    union all
    (select project_id from view_journal
    where ${inShards(snapshot)} and last_day >= ${dayAt(span.from)} and first_day < ${dayAt(rawFrom)} limit 1)
  `.execute(transaction);
  return rows.length === 0;
}

const dayAt = (at: number) => dateOfDay(Math.floor(at / dayMilliseconds));
