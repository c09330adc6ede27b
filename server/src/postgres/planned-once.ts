import { sql } from 'kysely';

const mark = '/* planned once */';

/**
 * Begins a statement that each connection plans once, because that takes as long as running it: 0.6 of the 1.35 ms that
 * storing a step takes PostgreSQL. Only for statements whose text is one of a few, whatever their values are: a connection
 * keeps each of them. Behind a pooler, which hands a connection of the server from one client to the next, they are planned
 * each time.
 */
export const plannedOnce = sql.raw(mark);

const names = new Map<string, string>();

/** The name that connections keep a statement by; undefined for one that is planned each time. */
export function plannedName(text: string): string | undefined {
  if (!text.startsWith(mark)) return undefined;
  const name = names.get(text) ?? `planned_${names.size + 1}`;
  names.set(text, name);
  return name;
}
