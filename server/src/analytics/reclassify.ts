import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { allowLong } from '../postgres/statements/long-statements.ts';
import type { Evidence, Verdict } from './classify/reader.ts';
import { numberArray } from './store/arrays.ts';
import { dayMilliseconds, dayOf } from './store/calendar.ts';
import { addToImportCounts } from './store/imports/import-counts.ts';
import { numberKinds } from './store/kinds.ts';
import { condense, pack } from './store/fold/packed.ts';
import { changeVersion, lockShards } from './store/shards/lock-shards.ts';
import type { Rows } from './store/fold/packed.ts';
import { journalTable, verificationNumber } from './store/tables.ts';

/** The maximum duration of one statement. */
const longestSeconds = 3_600;

/** A rule set: its version, and the verdict that it gives for evidence. */
export interface Judge {
  rules: string;
  verdictOf: (evidence: Evidence) => Verdict;
}

/** The result of classifying the readers of a project again. */
export interface Reclassified {
  projectId: number;
  /** Readers that another rule set had classified. */
  readers: number;
  /** How many of them are now counted differently. */
  changed: number;
  /** Single views whose counts were moved. */
  views: number;
}

/** Returns whether a project has readers that this rule set has not classified. */
export async function hasOutdatedReaders(db: Database, projectId: number, rules: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from view_reader
      where project_id = ${projectId} and judged_by <> ${rules} and not evidence ? 'forgotten'
    ) as found
  `.execute(db);
  return rows[0]?.found === true;
}

/**
 * Classifies the readers of a project again and moves the counts of their single views, in one transaction: concurrent
 * reads see all of the change or none of it. Views whose single rows are gone stay counted as they were. Views of the
 * project that arrive meanwhile wait.
 */
export async function reclassifyProject(db: Database, projectId: number, judge: Judge): Promise<Reclassified> {
  return await db.transaction().execute(async (transaction) => {
    await allowLong(transaction, longestSeconds);
    const shards = await lockShards(transaction, projectId);
    const readers = await readReaders(transaction, projectId, judge.rules);
    const judged = await judgeReaders(transaction, projectId, readers, judge);
    await updateReaders(transaction, shards, judged, judge.rules);
    const changed = judged.filter(({ before, after }) => !isSame(before, after));
    let views = 0;
    if (changed.length > 0) for (const shard of shards) views += await moveCounts(transaction, shard, changed);
    return { projectId, readers: readers.length, changed: changed.length, views };
  });
}

/** What a reader is counted as. */
interface CountedAs {
  kind: number;
  verification: number;
}

interface StoredReader extends CountedAs {
  number: number;
  evidence: Evidence;
}

interface JudgedReader {
  number: number;
  rule: string;
  before: CountedAs;
  after: CountedAs;
}

async function readReaders(transaction: DatabaseTransaction, projectId: number, rules: string) {
  const { rows } = await sql<StoredReader>`
    select number, evidence, kind, verification from view_reader
    where project_id = ${projectId} and judged_by <> ${rules} and not evidence ? 'forgotten'
  `.execute(transaction);
  return rows;
}

async function judgeReaders(
  transaction: DatabaseTransaction,
  projectId: number,
  readers: readonly StoredReader[],
  judge: Judge,
): Promise<JudgedReader[]> {
  const verdicts = readers.map(({ evidence }) => judge.verdictOf(evidence));
  const kinds = await numberKinds(transaction, projectId, verdicts);
  return readers.flatMap((reader, place) => {
    const [verdict, kind] = [verdicts[place], kinds[place]];
    if (verdict === undefined || kind === undefined) return [];
    const after = { kind, verification: verificationNumber(verdict.verification) };
    return [{ number: reader.number, rule: verdict.rule, before: reader, after }];
  });
}

async function updateReaders(
  transaction: DatabaseTransaction,
  shards: readonly number[],
  judged: readonly JudgedReader[],
  rules: string,
): Promise<void> {
  if (judged.length === 0) return;
  await sql`
    update view_reader set kind = judged.kind, verification = judged.verification, rule = judged.rule,
      judged_by = ${rules}
    from unnest(
      ${numberArray(judged.map(({ number }) => number))}::int[],
      ${numberArray(judged.map(({ after }) => after.kind))}::int[],
      ${numberArray(judged.map(({ after }) => after.verification))}::smallint[],
      ${judged.map(({ rule }) => rule)}::text[]
    ) as judged (number, kind, verification, rule)
    where project_id = any(${numberArray(shards)}::int[]) and view_reader.number = judged.number
  `.execute(transaction);
  await changeVersion(transaction, shards);
}

/** Subtracts the readers' views from their old kinds, and adds them to their new ones. */
async function moveCounts(
  transaction: DatabaseTransaction,
  shard: number,
  changed: readonly JudgedReader[],
): Promise<number> {
  const readers = new Map(changed.map((reader) => [reader.number, reader]));
  const numbers = numberArray([...readers.keys()]);
  const span = await readSpan(transaction, shard);
  let views = 0;
  // One day at a time, which limits memory: a busy project has a million views a month.
  for (let start = span.first; start < span.end; start += dayMilliseconds) {
    const groups = await readGroups(transaction, shard, numbers, start);
    for (const [run, ofRun] of Map.groupBy(groups, (group) => group.import)) {
      const corrections = ofRun.flatMap((group) => correctionOf(group, readers.get(group.reader)));
      if (corrections.length === 0) continue;
      await insertCorrections(transaction, shard, start, corrections);
      // Undoing the import must subtract the views from what they are counted as now. All of an import is in the first
      // shard.
      if (run !== null)
        await addToImportCounts(transaction, { projectId: shard, import: run }, new Map([[dayOf(start), corrections]]));
    }
    for (const group of groups) views += group.views;
  }
  return views;
}

/**
 * Returns the first moment of the first day with single views, and the end of the last one; both are equal when there
 * are none.
 */
async function readSpan(transaction: DatabaseTransaction, shard: number) {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from view where project_id = ${shard}
  `.execute(transaction);
  const [first, last] = [rows[0]?.first, rows[0]?.last];
  if (first == null || last == null) return { first: 0, end: 0 };
  return { first: Date.parse(dayOf(first.getTime())), end: Date.parse(dayOf(last.getTime())) + dayMilliseconds };
}

interface Group {
  reader: number;
  hour: number;
  page: number;
  surface: number;
  found: boolean;
  referrer: number | null;
  /** The number of the import that they came with. */
  import: number | null;
  views: number;
  lastSecond: number;
}

async function readGroups(
  transaction: DatabaseTransaction,
  shard: number,
  readers: string,
  start: number,
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select reader, page, surface, found, referrer, import, (extract(epoch from date_trunc('hour', at)) / 3600)::int as hour,
      count(*)::int as views, max(floor(extract(epoch from at))::int8 % 3600)::int as "lastSecond"
    from view
    where project_id = ${shard} and at >= ${new Date(start)} and at < ${new Date(start + dayMilliseconds)}
      and reader = any(${readers}::int[])
    group by reader, page, surface, found, referrer, import, date_trunc('hour', at)
  `.execute(transaction);
  return rows;
}

function correctionOf(group: Group, reader: JudgedReader | undefined): Rows {
  if (reader === undefined) return [];
  const row = ({ kind, verification }: CountedAs, views: number): Rows => {
    const { hour, page, surface, found, referrer, lastSecond } = group;
    const from = referrer === null ? 0 : referrer + 1;
    return [hour, page, kind, surface, verification, found ? 1 : 0, from, views, lastSecond];
  };
  return [...row(reader.before, -group.views), ...row(reader.after, group.views)];
}

async function insertCorrections(
  transaction: DatabaseTransaction,
  shard: number,
  start: number,
  rows: Rows,
): Promise<void> {
  const day = dayOf(start);
  const entries = pack(journalTable, condense(journalTable, rows));
  await transaction
    .insertInto('view_journal')
    .values({ project_id: shard, first_day: day, last_day: day, views: 0, entries })
    .execute();
}

function isSame(left: CountedAs, right: CountedAs): boolean {
  return left.kind === right.kind && left.verification === right.verification;
}
