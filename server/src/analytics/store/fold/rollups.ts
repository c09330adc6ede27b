import { sql } from 'kysely';
import { readBinaryRows } from '../../../postgres/binary-rows.ts';
import type { DatabaseTransaction } from '../../../postgres/database.ts';
import { plainArray } from '../arrays.ts';
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

/** Adds to the roll-ups of a project. The transaction has their lock. */
export async function addRollups(adding: Adding, added: readonly AddedRollup[]): Promise<void> {
  const stored = await readInfos(adding, added);
  const { small } = adding.sizes ?? usualSizes;
  for (const rollup of added) {
    const { main, recent } = stored.get(nameOf(rollup)) ?? nothing;
    const recentBytes = sum(recent) + rollup.bytes;
    const isMuchLarger = sum(main) > Math.max(small, timesAsLarge * recentBytes);
    // A subtraction must be merged with what it subtracts from: otherwise there would be rows with negative counts.
    if (isMuchLarger && !rollup.corrects) await merge(adding, { ...rollup, recent: true }, recent, [rollup.tables]);
    else await mergeAll(adding, rollup, { main, recent }, [rollup.tables]);
  }
}

/** Merges the recent rows of a project into its main rows, as any other change of these requires. */
export async function settleRollups(adding: Adding): Promise<void> {
  const { transaction, projectId } = adding;
  const { rows } = await sql<Key>`
    select distinct level, to_char(start, 'YYYY-MM-DD') as start from view_rollup where project_id = ${projectId} and recent
  `.execute(transaction);
  const stored = await readInfos(adding, rows);
  for (const key of rows) await mergeAll(adding, key, stored.get(nameOf(key)) ?? nothing, []);
}

interface Infos {
  main: SliceInfo[];
  recent: SliceInfo[];
}

const nothing: Infos = { main: [], recent: [] };

async function mergeAll(adding: Adding, key: Key, { main, recent }: Infos, added: PackedTables[]): Promise<void> {
  const recentSlices = await readSlices(adding, recent);
  await remove(adding, recent);
  const tables = [...added, ...recentSlices.map((slice) => slice.tables)];
  if (tables.length > 0) await merge(adding, { level: key.level, start: key.start, recent: false }, main, tables);
}

/** Merges tables into stored rows, some rows at a time. */
async function merge(
  adding: Adding,
  key: Key & Pick<SliceInfo, 'recent'>,
  infos: readonly SliceInfo[],
  added: readonly PackedTables[],
): Promise<void> {
  const sizes = adding.sizes ?? usualSizes;
  const batches = groupInBatches(infos, sizes.atOnce);
  for (const [place, batch] of batches.entries()) {
    const end = batches[place + 1]?.[0]?.first ?? Number.POSITIVE_INFINITY;
    const slices = await readSlices(adding, batch);
    if (place === 0 && slices[0]?.first !== 0) slices.unshift({ first: 0, tables: emptyTables() });
    const merged = await adding.pack('merge', { slices, added, end, mostBytes: sizes.slice });
    for (const slice of merged) await writeRows(adding, key, slice);
  }
}

/** Groups adjacent rows, in their order. */
function groupInBatches(infos: readonly SliceInfo[], mostBytes: number): SliceInfo[][] {
  let batch: SliceInfo[] = [];
  const batches = [batch];
  for (const info of infos) {
    if (batch.length > 0 && sum(batch) + info.bytes > mostBytes) batches.push((batch = []));
    batch.push(info);
  }
  return batches;
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

/** @param infos of one day or month, adjacent. */
async function readSlices({ transaction, projectId }: Adding, infos: readonly SliceInfo[]): Promise<Slice[]> {
  const [from, to] = [infos[0], infos.at(-1)];
  if (from === undefined || to === undefined) return [];
  const columns = sql.join(rollupTableNames.map((name) => sql.ref(name)));
  const rows = await readBinaryRows(
    transaction,
    sql`
      select first, ${columns} from view_rollup
      where project_id = ${sql.lit(projectId)} and level = ${sql.lit(from.level)} and start = ${sql.lit(from.start)}
        and recent = ${sql.lit(from.recent)} and first between ${sql.lit(from.first)} and ${sql.lit(to.first)}
      order by first`,
  );
  return rows.map(([first, ...tables]) => ({
    first: first?.readInt32BE() ?? 0,
    tables: mapTables((name) => tables[rollupTableNames.indexOf(name)] ?? new Uint8Array()),
  }));
}

async function writeRows(
  { transaction, projectId }: Adding,
  { level, start, recent }: Key & Pick<SliceInfo, 'recent'>,
  { first, tables }: Slice,
): Promise<void> {
  // Binary parameters: as text they would be twice as long, and the main thread would have to write them.
  const { pages, hours, kinds, site, missing, referrers, surfaces } = tables;
  await sql`
    insert into view_rollup
      (project_id, level, start, recent, first, pages, hours, kinds, site, missing, referrers, surfaces)
    values (
      ${projectId}, ${level}, ${start}, ${recent}, ${first}, ${pages}, ${hours}, ${kinds}, ${site}, ${missing},
      ${referrers}, ${surfaces}
    )
    on conflict (project_id, level, start, recent, first) do update set pages = excluded.pages, hours = excluded.hours,
      kinds = excluded.kinds, site = excluded.site, missing = excluded.missing, referrers = excluded.referrers,
      surfaces = excluded.surfaces
  `.execute(transaction);
}

/** @param infos of one day or month. */
async function remove({ transaction, projectId }: Adding, infos: readonly SliceInfo[]): Promise<void> {
  const [any] = infos;
  if (any === undefined) return;
  await sql`
    delete from view_rollup
    where project_id = ${projectId} and level = ${any.level} and start = ${any.start} and recent = ${any.recent}
  `.execute(transaction);
}
