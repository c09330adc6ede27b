import { sql } from 'kysely';
import { databaseErrors } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Salts } from '../collect/salts.ts';
import type { ViewStore } from '../store/arrival.ts';

/** Ids of this run that are remembered: lines of one request stand close together. */
const remembered = 200_000;

/** A store that stores nothing, and answers as the real one would. */
export function dryStore(db: Database): Pick<ViewStore, 'write'> {
  const seen = new BoundedMap<string, true>(remembered);
  return {
    async write({ projectId, views }) {
      const known = await knownIds(
        db,
        projectId,
        views.map(({ id }) => id),
      );
      let accepted = 0;
      for (const { id } of views) {
        if (seen.get(id) === undefined && !known.has(id)) accepted += 1;
        seen.set(id, true);
      }
      return { accepted, duplicates: views.length - accepted };
    },
  };
}

/** Salts of nobody: visitors are told apart only where they are stored. */
export const drySalts: Salts = { saltOf: () => Buffer.alloc(32) };

async function knownIds(db: Database, projectNumber: number, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from view_event_id where project_id = ${projectNumber} and id = any(${ids}::uuid[])
  `
    .execute(db)
    .catch(databaseErrors);
  return new Set(rows.map(({ id }) => id));
}
