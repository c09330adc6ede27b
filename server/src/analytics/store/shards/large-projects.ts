import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import { readNodes } from '../../cluster/state.ts';
import { addShards } from './add-shards.ts';
import { numberArray } from '../arrays.ts';
import { dayMilliseconds, dayOf } from '../calendar.ts';
import { idDays } from '../event-ids.ts';
import { readShards } from './shards.ts';
import type { Shards } from './shards.ts';

/**
 * How many views a day one slice is meant for. At 100 bytes for a single view over 25 months and 120 for its id over 30
 * days, they take 80 GB: a node has room for several such slices, and copying one takes minutes.
 */
export const viewsOfSlice = 1_000_000;

/**
 * How many whole days are measured. Their median counts, so that one day with an import or unusual traffic makes no
 * project large.
 */
const measuredDays = 7;

/** How many projects one query measures. */
const batchSize = 1_000;

/** How many slices a project may get automatically: as many as there are nodes (one on one server), or a number. */
export type MostSlices = 'auto' | number;

/** The measured size of a project. */
export interface ProjectSize {
  /** The project's number. */
  projectId: number;
  name: string;
  viewsADay: number;
  slices: number;
  /** How many slices its size needs. */
  needed: number;
  /** When it last got slices, in milliseconds since 1970. */
  addedAt: number | undefined;
}

/** The scale for measuring projects; it has defaults. */
export interface Measure {
  now: Date;
  viewsOfSlice?: number;
}

/** Returns the projects with more views a day than their slices are meant for, largest first. */
export async function findLargeProjects(db: Database, measure: Measure): Promise<ProjectSize[]> {
  const projects = await sql<{ number: number; name: string }>`
    select number, name from project where deleted_at is null order by number
  `.execute(db);
  const found: ProjectSize[] = [];
  for (let place = 0; place < projects.rows.length; place += batchSize) {
    found.push(...(await measureProjects(db, projects.rows.slice(place, place + batchSize), measure)));
  }
  return found.filter(({ needed, slices }) => needed > slices).sort((left, right) => right.viewsADay - left.viewsADay);
}

/** Measures projects, each by the median of its last whole days. */
export async function measureProjects(
  db: Database,
  projects: readonly { number: number; name: string }[],
  { now, viewsOfSlice: ofSlice = viewsOfSlice }: Measure,
): Promise<ProjectSize[]> {
  const shards = await readShards(
    db,
    projects.map(({ number }) => number),
  );
  const days = await readDays(db, [...shards.values()], now);
  return projects.map(({ number: projectId, name }) => {
    const { numbers = [projectId], earlier = [] } = shards.get(projectId) ?? {};
    const viewsADay = middleOf(days, numbers);
    const needed = Math.max(1, Math.ceil(viewsADay / ofSlice));
    return { projectId, name, viewsADay, slices: numbers.length, needed, addedAt: earlier.at(-1)?.until };
  });
}

/** Counted views, by shard and day. */
type Days = ReadonlyMap<number, readonly number[]>;

async function readDays(db: Database, shards: readonly Shards[], now: Date): Promise<Days> {
  const numbers = numberArray(shards.flatMap((each) => each.numbers));
  const today = dayOf(now.getTime());
  const from = dayOf(now.getTime() - measuredDays * dayMilliseconds);
  const { rows } = await sql<{ shard: number; place: number; views: number }>`
    select project_id as shard, day - ${from}::date as place, sum(count)::float8 as views from view_health
    where project_id = any(${numbers}::int[]) and day >= ${from}::date and day < ${today}::date and name = 'accepted'
    group by project_id, day
  `.execute(db);
  const days = new Map<number, number[]>();
  for (const { shard, place, views } of rows) {
    const ofShard = days.get(shard) ?? Array.from<number>({ length: measuredDays }).fill(0);
    days.set(shard, ofShard.with(place, views));
  }
  return days;
}

function middleOf(days: Days, numbers: readonly number[]): number {
  const sums = Array.from({ length: measuredDays }, (_, place) =>
    numbers.reduce((sum, number) => sum + (days.get(number)?.[place] ?? 0), 0),
  );
  return sums.sort((left, right) => left - right)[Math.floor(measuredDays / 2)] ?? 0;
}

/** Returns how many slices projects may get automatically. */
export async function readMostSlices(db: Database, most: MostSlices): Promise<number> {
  return most === 'auto' ? Math.max(1, (await readNodes(db)).length) : most;
}

/** A project that would have more slices on the existing nodes, were it not for a setting. */
export interface HeldBack extends Pick<ProjectSize, 'name' | 'viewsADay' | 'slices'> {
  /** How many slices it could have. */
  could: number;
}

/** Returns the large projects that a setting keeps in fewer slices than there are nodes; none on one server. */
export async function findHeldBack(
  db: Database,
  { most, ...measure }: Measure & { most: MostSlices },
): Promise<HeldBack[]> {
  if (most === 'auto') return [];
  const nodes = await readMostSlices(db, 'auto');
  if (most >= nodes) return [];
  const large = await findLargeProjects(db, measure);
  return large.flatMap(({ name, viewsADay, slices, needed }) => {
    const could = Math.min(needed, nodes);
    return could > Math.max(most, slices) ? [{ name, viewsADay, slices, could }] : [];
  });
}

interface Growing extends Measure {
  most: MostSlices;
  log: { info: (fields: object, message: string) => void; warn: (fields: object, message: string) => void };
}

/**
 * Puts large projects into more slices. Concurrent callers are safe: one of them does the work, and one that dies in
 * the middle changes nothing. Handles one project after the other, so that only one project's views wait at a time.
 */
export async function growLargeProjects(db: Database, { most: allowed, log, ...measure }: Growing): Promise<void> {
  const most = await readMostSlices(db, allowed);
  if (most === 1 || !(await knowAllSlices(db))) return;
  for (const size of await findLargeProjects(db, measure)) {
    const { projectId, name, viewsADay, slices } = size;
    const wanted = slicesFor(size, most, measure.now);
    if (wanted === slices) continue;
    const fields = { project: projectId, name, viewsADay: Math.round(viewsADay), before: slices, slices: wanted };
    try {
      const before = await addShards(db, projectId, wanted, { onlyFrom: slices });
      if (before === slices) log.info(fields, 'a project is large: its page views are now in more slices');
    } catch (error) {
      log.warn({ ...fields, err: error }, 'a large project could not be put into more slices; it will be tried again');
    }
  }
}

/**
 * Returns how many slices a project gets: at least twice as many as before, and no more while ids are still looked up
 * in earlier slices. So a project that grows a little every day gets slices now and then, and each id is looked up in
 * at most two places.
 */
export function slicesFor({ slices, needed, addedAt }: ProjectSize, most: number, now: Date): number {
  const isRecent = addedAt !== undefined && now.getTime() - addedAt < (idDays + 1) * dayMilliseconds;
  if (needed <= slices || slices >= most || isRecent) return slices;
  return Math.min(most, Math.max(needed, 2 * slices));
}

/**
 * Checks that no upgrade from a version without slices is in progress: servers of that version would count views twice.
 */
async function knowAllSlices(db: Database): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select applied_at < now() - interval '1 day' as known from migration where version = ${versionWithSlices}
  `.execute(db);
  return rows[0]?.known === true;
}

/** The migration that added slices. */
const versionWithSlices = 21;
