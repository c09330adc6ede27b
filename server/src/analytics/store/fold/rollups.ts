import { sql } from 'kysely';
import { readBinaryRows } from '../../../postgres/binary-rows.ts';
import type { DatabaseTransaction } from '../../../postgres/database.ts';
import { numberArray, plainArray } from '../arrays.ts';
import type { AddedRollup, Packing } from './packing.ts';
import { emptyTables, mapTables } from '../shards/slices.ts';
import type { PackedTables, Slice } from '../shards/slices.ts';
import { rollupTableNames } from '../tables.ts';

/**
 * A day or month that is more than this many times as large as the addition is not rewritten. The addition is stored
 * beside it, in small rows, until these have grown to a tenth of it.
 */
const timesAsLarge = 10;

export interface Sizes {
  /** The maximum size of a slice; a larger one is split. */
  slice: number;
  /** A day or month below this size is rewritten for any addition. */
  small: number;
  /** How many bytes of slices are unpacked at a time, which limits memory; a larger slice is unpacked alone. */
  atOnce: number;
}

export const usualSizes: Sizes = { slice: 500_000, small: 50_000, atOnce: 1_000_000 };

type Key = Pick<AddedRollup, 'level' | 'start'>;

/** A stored slice, without its tables. */
interface SliceInfo extends Key {
  first: number;
  recent: boolean;
  bytes: number;
}

export interface Adding {
  transaction: DatabaseTransaction;
  projectId: number;
  pack: Packing;
  sizes?: Sizes;
}

/** Tables that are added to the rows of a day or a month. */
interface Merge extends Key {
  /** Whether they are added to the recent rows, and not to the main ones. */
  recent: boolean;
  /** The rows that they are added to. */
  stored: readonly SliceInfo[];
  added: readonly PackedTables[];
  /** Recent rows that are merged into the main ones, too. */
  settled: readonly SliceInfo[];
}

/** Adds to the roll-ups of a project. The transaction has their lock. */
export async function addRollups(adding: Adding, added: readonly AddedRollup[]): Promise<void> {
  const stored = await readInfos(adding, added);
  const { small } = adding.sizes ?? usualSizes;
  const merges = added.map(({ level, start, tables, bytes, corrects }): Merge => {
    const { main, recent } = stored.get(nameOf({ level, start })) ?? nothing;
    const isMuchLarger = sum(main) > Math.max(small, timesAsLarge * (sum(recent) + bytes));
    // A subtraction must be merged with what it subtracts from: otherwise there would be rows with negative counts.
    return isMuchLarger && !corrects
      ? { level, start, recent: true, stored: recent, added: [tables], settled: [] }
      : { level, start, recent: false, stored: main, added: [tables], settled: recent };
  });
  await mergeInBatches(adding, merges);
}

/** Merges the recent rows of a project into its main rows, as any other change of these requires. */
export async function settleRollups(adding: Adding): Promise<void> {
  const { transaction, projectId } = adding;
  const { rows } = await sql<Key>`
    select distinct level, to_char(start, 'YYYY-MM-DD') as start from view_rollup where project_id = ${projectId} and recent
  `.execute(transaction);
  const stored = await readInfos(adding, rows);
  const merges = rows.map(({ level, start }): Merge => {
    const { main, recent } = stored.get(nameOf({ level, start })) ?? nothing;
    return { level, start, recent: false, stored: main, added: [], settled: recent };
  });
  await mergeInBatches(adding, merges);
}

interface Infos {
  main: SliceInfo[];
  recent: SliceInfo[];
}

const nothing: Infos = { main: [], recent: [] };

/** Adjacent rows of a day or a month, with what is added to them: to the numbers before `end`. */
interface Part extends Pick<Merge, 'level' | 'start' | 'recent' | 'added'> {
  rows: readonly SliceInfo[];
  isFirst: boolean;
  end: number;
}

/**
 * Merges several days and months with one statement to read them, one message to the thread, and one statement to write
 * them. With all three for each day, 10,000 views of one page in a year, which change 379 rows, took 0.6 s of processor
 * time; now they take 0.1 s.
 */
async function mergeInBatches(adding: Adding, merges: readonly Merge[]): Promise<void> {
  const { atOnce, slice: mostBytes } = adding.sizes ?? usualSizes;
  for (const batch of inBatches(merges, ({ stored, settled }) => sum(stored) + sum(settled), atOnce)) {
    const settled = await takeSlices(
      adding,
      batch.flatMap((merge) => merge.settled),
    );
    const parts = batch.flatMap((merge) => partsOf(merge, settled.splice(0, merge.settled.length), atOnce));
    for (const some of inBatches(parts, ({ rows }) => sum(rows), atOnce)) {
      const slices = await readSlices(
        adding,
        some.flatMap(({ rows }) => rows),
      );
      const tasks = some.map(({ rows, isFirst, end, added }) => {
        const ofPart = slices.splice(0, rows.length);
        if (isFirst && ofPart[0]?.first !== 0) ofPart.unshift({ first: 0, tables: emptyTables() });
        return { slices: ofPart, added, end, mostBytes };
      });
      await writeSlices(adding, some, await adding.pack('merge', tasks));
    }
  }
}

/** Groups neighbours; one that is too large is alone. */
function inBatches<T>(all: readonly T[], bytesOf: (one: T) => number, mostBytes: number): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const one of all) {
    const batch = batches.at(-1);
    bytes += bytesOf(one);
    if (batch !== undefined && bytes <= mostBytes && batch.length < mostAtOnce) batch.push(one);
    else {
      batches.push([one]);
      bytes = bytesOf(one);
    }
  }
  return batches;
}

/** Seven parameters of a statement for each row, which may have 65,535. */
const mostAtOnce = 1_000;

function partsOf({ level, start, recent, stored, added }: Merge, settled: readonly Slice[], mostBytes: number): Part[] {
  const all = [...added, ...settled.map(({ tables }) => tables)];
  const groups = stored.length === 0 ? [[]] : inBatches(stored, ({ bytes }) => bytes, mostBytes);
  return groups.map((rows, place) => {
    const end = groups[place + 1]?.[0]?.first ?? Number.POSITIVE_INFINITY;
    return { level, start, recent, added: all, rows, isFirst: place === 0, end };
  });
}

function sum(infos: readonly SliceInfo[]): number {
  return infos.reduce((total, { bytes }) => total + bytes, 0);
}

const nameOf = ({ level, start }: Key): string => `${level} ${start}`;

/** Reads which slices exist for some days and months, in the order of the slices. */
async function readInfos({ transaction, projectId }: Adding, keys: readonly Key[]): Promise<Map<string, Infos>> {
  // The length of out-of-line (TOAST) values is known without reading them.
  const { rows } = await sql<SliceInfo>`
    select level, to_char(start, 'YYYY-MM-DD') as start, recent, first,
      octet_length(pages) + octet_length(hours) + octet_length(kinds) + octet_length(site) + octet_length(missing)
        + octet_length(referrers) + octet_length(surfaces) as bytes
    from view_rollup
    join unnest(
      ${plainArray(keys.map(({ level }) => level))}::text[], ${plainArray(keys.map(({ start }) => start))}::date[]
    ) as wanted (level, start) using (level, start)
    where project_id = ${projectId} order by first
  `.execute(transaction);
  const infos = new Map<string, Infos>();
  for (const row of rows) {
    const name = nameOf(row);
    const found = infos.get(name) ?? { main: [], recent: [] };
    infos.set(name, found);
    found[row.recent ? 'recent' : 'main'].push(row);
  }
  return infos;
}

/** Reads slices, in the given order. */
async function readSlices({ transaction, projectId }: Adding, infos: readonly SliceInfo[]): Promise<Slice[]> {
  if (infos.length === 0) return [];
  const rows = await readBinaryRows(
    transaction,
    sql`
      select first, ${columns} from view_rollup join ${wantedRows(infos)} using (level, start, recent, first)
      where project_id = ${sql.lit(projectId)} order by place`,
  );
  return rows.map(([first, ...tables]) => ({
    first: first?.readInt32BE() ?? 0,
    tables: mapTables((name) => tables[rollupTableNames.indexOf(name)] ?? new Uint8Array()),
  }));
}

/** Reads slices and deletes them. */
async function takeSlices(adding: Adding, infos: readonly SliceInfo[]): Promise<Slice[]> {
  if (infos.length === 0) return [];
  const slices = await readSlices(adding, infos);
  await sql`
    delete from view_rollup using ${wantedRows(infos)}
    where project_id = ${adding.projectId} and view_rollup.level = wanted.level and view_rollup.start = wanted.start
      and view_rollup.recent = wanted.recent and view_rollup.first = wanted.first
  `.execute(adding.transaction);
  return slices;
}

const columns = sql.join(rollupTableNames.map((name) => sql.ref(name)));

/** Literals, because a query that is read in binary takes no parameters. */
function wantedRows(infos: readonly SliceInfo[]) {
  return sql`unnest(
    ${sql.lit(plainArray(infos.map(({ level }) => level)))}::text[],
    ${sql.lit(plainArray(infos.map(({ start }) => start)))}::date[],
    ${sql.lit(plainArray(infos.map(({ recent }) => String(recent))))}::boolean[],
    ${sql.lit(numberArray(infos.map(({ first }) => first)))}::int[]
  ) with ordinality as wanted (level, start, recent, first, place)`;
}

/** @param slices those of each part. */
async function writeSlices(
  { transaction, projectId }: Adding,
  parts: readonly Part[],
  slices: readonly Slice[][],
): Promise<void> {
  // Binary parameters: as text they would be twice as long, and the main thread would have to write them.
  const rows = parts.flatMap(({ level, start, recent }, place) =>
    (slices[place] ?? []).map(({ first, tables }) => {
      const key = sql.join([projectId, level, start, recent, first].map((value) => sql.lit(value)));
      return sql`(${key}, ${sql.join(rollupTableNames.map((name) => tables[name]))})`;
    }),
  );
  const updates = rollupTableNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  await sql`
    insert into view_rollup (project_id, level, start, recent, first, ${columns}) values ${sql.join(rows)}
    on conflict (project_id, level, start, recent, first) do update set ${sql.join(updates)}
  `.execute(transaction);
}
