import { sql } from 'kysely';
import type { SourceName } from '@copydesk/contract';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { numberArray } from '../store/arrays.ts';
import { numberKinds } from '../store/kinds.ts';
import type { Kind } from '../store/kinds.ts';
import { Names, pageNames } from '../store/names.ts';
import { lockSite } from '../store/site.ts';
import type { ReaderElsewhere } from './product.ts';

/** In a dry run new pages get numbers from here on, which no page has. */
const unknownFrom = 1_000_000_000;
const pathsAtOnce = 5_000;

/**
 * Numbers the gathered pages, in a second temporary table. New pages get their numbers in separate transactions, like
 * those of any view, so that other writers do not wait for the import.
 */
export async function numberPages(
  db: Database,
  transaction: DatabaseTransaction,
  { projectId, dryRun }: { projectId: number; dryRun: boolean },
): Promise<void> {
  await sql`
    create temporary table page_from_elsewhere on commit drop as
    select path, min(day)::text as first_day, null::integer as page from count_from_elsewhere group by path
  `.execute(transaction);
  await sql`alter table page_from_elsewhere add primary key (path)`.execute(transaction);
  const names = new Names(db, pageNames);
  let unknown = unknownFrom;
  for (let after: string | undefined; ;) {
    const { rows } = await sql<{ path: string; day: string }>`
      select path, first_day as day from page_from_elsewhere ${after === undefined ? sql`` : sql`where path > ${after}`}
      order by path limit ${pathsAtOnce}
    `.execute(transaction);
    if (rows.length === 0) return;
    after = rows.at(-1)?.path;
    const paths = rows.map(({ path }) => path);
    const numbers = dryRun
      ? await knownPages(transaction, projectId, paths)
      : await names.number(projectId, new Map(rows.map(({ path, day }) => [path, day])));
    await sql`
      update page_from_elsewhere set page = numbered.page
      from unnest(${paths}::text[], ${numberArray(paths.map((path) => numbers.get(path) ?? unknown++))}::int[])
        as numbered (path, page)
      where page_from_elsewhere.path = numbered.path
    `.execute(transaction);
  }
}

async function knownPages(transaction: DatabaseTransaction, projectId: number, paths: string[]) {
  const { rows } = await sql<{ path: string; number: number }>`
    select path, number from view_page where project_id = ${projectId} and path = any(${paths}::text[])
  `.execute(transaction);
  return new Map(rows.map(({ path, number }) => [path, number]));
}

/** Returns the kinds of the readers, by index; in a dry run kinds that do not exist yet are undefined. */
export async function numberReaders(
  db: Database,
  { projectId, source, dryRun }: { projectId: number; source: SourceName; dryRun: boolean },
  readers: readonly ReaderElsewhere[],
): Promise<(number | undefined)[]> {
  const kinds = readers.map((reader): Kind => {
    const nobody = { agent: null, operator: null, purpose: null };
    return { ...nobody, ...reader, source };
  });
  if (dryRun) {
    const known = await Promise.all(kinds.map(async (kind) => await knownKind(db, projectId, kind)));
    return known;
  }
  return await db.transaction().execute(async (transaction) => {
    await lockSite(transaction, projectId);
    return await numberKinds(transaction, projectId, kinds);
  });
}

async function knownKind(db: Database, projectId: number, kind: Kind): Promise<number | undefined> {
  const row = await db
    .selectFrom('view_kind')
    .select('number')
    .where('project_id', '=', projectId)
    .where('class', '=', kind.class)
    .where('agent', '=', kind.agent ?? '')
    .where('operator', '=', kind.operator ?? '')
    .where('purpose', '=', kind.purpose ?? '')
    .where('source', '=', kind.source ?? '')
    .executeTakeFirst();
  return row?.number;
}
