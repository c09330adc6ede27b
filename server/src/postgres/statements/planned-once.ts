import { sql } from 'kysely';

const mark = '/* planned once */';

/**
 * Begins a statement that each connection plans only once, because planning takes as long as running it: 0.6 of the
 * 1.35 ms that PostgreSQL needs to store a step. Only for statements with one of a few fixed texts, whatever their
 * values are, because a connection keeps each text. Behind a pooler, which hands a server connection from one client to
 * the next, they are planned each time.
 */
export const plannedOnce = sql.raw(mark);

const names = new Map<string, string>();

/** Returns the name under which connections keep a statement; undefined for one that is planned each time. */
export function plannedName(text: string): string | undefined {
  if (!text.startsWith(mark)) return undefined;
  const name = names.get(text) ?? `planned_${names.size + 1}`;
  names.set(text, name);
  return name;
}
