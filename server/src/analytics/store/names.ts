import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { BoundedMap } from '../bounded-map.ts';
import { lockSite, takeShare } from './site.ts';

/** A table that assigns numbers to the names of a project, in the order of their arrival. */
interface NameTable {
  dictionary: 'page' | 'referrer';
  table: 'view_page' | 'view_referrer';
  column: 'path' | 'host';
  counter: 'pages' | 'referrers';
  /**
   * How many new names a project may get for one day; names beyond this are number 0, `(other)`. For paths it is a
   * setting of the project.
   */
  newPerDay: number | 'of the project';
}

export const pageNames: NameTable = {
  dictionary: 'page',
  table: 'view_page',
  column: 'path',
  counter: 'pages',
  newPerDay: 'of the project',
};

export const referrerNames: NameTable = {
  dictionary: 'referrer',
  table: 'view_referrer',
  column: 'host',
  counter: 'referrers',
  newPerDay: 10_000,
};

/** The names of one project that need numbers, each with a day (`2026-11-21`) on which it is used. */
export type Wanted = Map<string, string>;

/**
 * How many recently numbered names of a project are cached, and of how many projects. A committed number never changes.
 */
const cachedNames = 200_000;
const cachedProjects = 100;

/** Assigns numbers to names when they are needed. */
export class Names {
  /**
   * By project: thousands of names are looked up each second, and a key of project and name would have to be built each
   * time.
   */
  private readonly known = new Map<number, BoundedMap<string, number>>();
  private readonly db: Database;
  private readonly names: NameTable;

  constructor(db: Database, names: NameTable) {
    this.db = db;
    this.names = names;
  }

  /** Returns the number, if it is cached. */
  recall(projectId: number, name: string): number | undefined {
    return this.known.get(projectId)?.get(name);
  }

  /** Returns the numbers of the names; 0 for those beyond the limit of their day. */
  async number(projectId: number, wanted: Wanted): Promise<Map<string, number>> {
    const numbers = await this.read(this.db, projectId, [...wanted.keys()]);
    const missing = [...wanted].filter(([name]) => !numbers.has(name));
    if (missing.length > 0) {
      const perDay = await this.perDay(projectId);
      const added = await this.db
        .transaction()
        .execute((transaction) => this.add(transaction, projectId, { missing, perDay }));
      for (const [name, number] of added) numbers.set(name, number);
    }
    this.remember(projectId, numbers);
    // A name beyond the limit is not cached: tomorrow it may get a number.
    for (const name of wanted.keys()) if (!numbers.has(name)) numbers.set(name, 0);
    return numbers;
  }

  private async perDay(projectId: number): Promise<number> {
    const { newPerDay } = this.names;
    if (newPerDay !== 'of the project') return newPerDay;
    const { rows } = await sql<{ perDay: number }>`
      select new_paths_per_day as "perDay" from project where number = ${projectId}
    `.execute(this.db);
    return rows[0]?.perDay ?? 0;
  }

  private remember(projectId: number, numbers: Map<string, number>): void {
    const known = this.known.get(projectId) ?? new BoundedMap<string, number>(cachedNames);
    // The projects with the oldest writes are removed first.
    this.known.delete(projectId);
    this.known.set(projectId, known);
    for (const [name, number] of numbers) known.set(name, number);
    const [oldest] = this.known.keys();
    if (this.known.size > cachedProjects && oldest !== undefined) this.known.delete(oldest);
  }

  private async read(db: Database | DatabaseTransaction, projectId: number, names: string[]) {
    const { table, column } = this.names;
    const { rows } = await sql<{ name: string; number: number }>`
      select number, ${sql.ref(column)} as name from ${sql.table(table)}
      where project_id = ${projectId} and ${sql.ref(column)} = any(${names}::text[])
    `.execute(db);
    return new Map(rows.map(({ name, number }) => [name, number]));
  }

  private async add(
    transaction: DatabaseTransaction,
    projectId: number,
    { missing, perDay }: { missing: [string, string][]; perDay: number },
  ) {
    await lockSite(transaction, projectId);
    // Somebody else may have added some while this waited for the lock.
    const numbers = await this.read(
      transaction,
      projectId,
      missing.map(([name]) => name),
    );
    const fresh: string[] = [];
    for (const [day, names] of namesByDay(missing.filter(([name]) => !numbers.has(name)))) {
      const { dictionary } = this.names;
      const share = { projectId, day, dictionary, perDay };
      fresh.push(...names.slice(0, await takeShare(transaction, share, names.length)));
    }
    if (fresh.length > 0) {
      for (const [name, number] of await this.insert(transaction, projectId, fresh)) numbers.set(name, number);
    }
    return numbers;
  }

  private async insert(transaction: DatabaseTransaction, projectId: number, fresh: string[]) {
    const { table, column, counter } = this.names;
    const { rows } = await sql<{ name: string; number: number }>`
      with site as (
        update view_site set ${sql.ref(counter)} = ${sql.ref(counter)} + ${fresh.length}
        where project_id = ${projectId} returning ${sql.ref(counter)} - ${fresh.length} as before
      )
      insert into ${sql.table(table)} (project_id, number, ${sql.ref(column)})
      select ${projectId}, site.before + name.place, name.name
      from site, unnest(${fresh}::text[]) with ordinality as name (name, place)
      returning number, ${sql.ref(column)} as name
    `.execute(transaction);
    return rows.map(({ name, number }) => [name, number] as const);
  }
}

function namesByDay(wanted: [string, string][]): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const [name, day] of wanted) {
    const names = days.get(day);
    if (names === undefined) days.set(day, [name]);
    else names.push(name);
  }
  return days;
}
