import { sql } from 'kysely';
import { databaseErrors } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Salts } from '../collect/salts.ts';
import type { CountedView, ViewStore } from '../store/arrival.ts';
import { linesOfOthers } from '../store/imports/import-lines.ts';

/** How many ids of this run are remembered: the lines of one request stand close together. */
const rememberedIds = 200_000;

/** For each earlier import, by number, how many of these views it has counted. */
export type Overlaps = Map<number, number>;

/**
 * Returns a store that stores nothing, and answers as the real one would.
 * @param overlaps receives the counts of views that earlier imports have counted.
 */
export function dryStore(db: Database, overlaps: Overlaps): Pick<ViewStore, 'write'> {
  const seen = new BoundedMap<string, true>(rememberedIds);
  return {
    async write({ projectId, views }) {
      const known = await knownLines(db, projectId, views);
      let accepted = 0;
      for (const { id } of views) {
        const by = known.get(id);
        if (seen.get(id) === undefined && by === undefined) accepted += 1;
        if (by != null) overlaps.set(by, (overlaps.get(by) ?? 0) + 1);
        seen.set(id, true);
      }
      return { accepted, duplicates: views.length - accepted };
    },
  };
}

/** Salts that are never stored: visitors are only distinguished where they are stored. */
export const drySalts: Salts = { saltOf: () => Buffer.alloc(32) };

/** Returns the ids of views that were counted before, each with its import; null when it came in another way. */
async function knownLines(
  db: Database,
  projectId: number,
  views: readonly CountedView[],
): Promise<Map<string, number | null>> {
  const ids = views.map(({ id }) => id);
  const { rows } = await sql<{ id: string; import: number | null }>`
    select id, import from view_event_id where project_id = ${projectId} and id = any(${ids}::uuid[])
  `
    .execute(db)
    .catch(databaseErrors);
  const lines = await linesOfOthers(db, { projectId, import: 0 }, views).catch(databaseErrors);
  return new Map([...rows.map((row) => [row.id, row.import] as const), ...lines]);
}
