import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { databaseErrors } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { BoundedMap } from '../bounded-map.ts';
import { dayMilliseconds, dayOf } from '../store/calendar.ts';

/** The salts for the visitor hashes, one for each project and day. */
export interface Salts {
  /**
   * Returns the salt of a day (counted in days since 1970, UTC), which is the same in every process. Creates it when it
   * does not exist.
   * @throws CopydeskError `database_unavailable`
   */
  saltOf(projectId: number, day: number): Buffer | Promise<Buffer>;
}

const cachedSalts = 10_000;

export function openSalts(db: Database, random: (size: number) => Buffer = randomBytes): Salts {
  const salts = new BoundedMap<string, Buffer>(cachedSalts);
  const asked = new Map<string, Promise<Buffer>>();
  let newest = 0;
  return {
    saltOf(projectId, day) {
      // Forgets the salts of older days here, too; that of yesterday is read again when it is needed.
      if (day > newest) salts.clear();
      newest = Math.max(newest, day);
      const key = `${projectId} ${day}`;
      const known = salts.get(key) ?? asked.get(key);
      if (known !== undefined) return known;
      const answer = readOrMake(db, projectId, dayOf(day * dayMilliseconds), random)
        .then((salt) => {
          salts.set(key, salt);
          return salt;
        })
        .finally(() => asked.delete(key));
      asked.set(key, answer);
      return answer;
    },
  };
}

async function readOrMake(
  db: Database,
  projectId: number,
  day: string,
  random: (size: number) => Buffer,
): Promise<Buffer> {
  const date = sql<Date>`${day}::date`;
  await db
    .insertInto('view_salt')
    .values({ project_id: projectId, day: date, salt: random(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
    .catch(databaseErrors);
  const stored = await db
    .selectFrom('view_salt')
    .select('salt')
    .where('project_id', '=', projectId)
    .where('day', '=', date)
    .executeTakeFirstOrThrow()
    .catch(databaseErrors);
  return stored.salt;
}
