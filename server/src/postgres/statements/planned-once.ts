import { sql } from 'kysely';

const mark = '/* planned once */';

/**
 * Marks a statement that each connection plans only once, because planning takes as long as running it: 0.6 of the 1.35
 * ms that PostgreSQL needs to store a step. It begins the text, or follows its first `select` (`modifyFront`). Only for
 * statements with one of a few fixed texts, whatever their values are, because a connection keeps each text. Behind a
 * pooler, which hands a server connection from one client to the next, they are planned each time.
 */
export const plannedOnce = sql.raw(mark);

const atFront = /^(?:select )?\/\* planned once \*\//;

const names = new Map<string, string>();

/** Returns the name under which connections keep a statement; undefined for one that is planned each time. */
export function plannedName(text: string): string | undefined {
  if (!atFront.test(text)) return undefined;
  const name = names.get(text) ?? `planned_${names.size + 1}`;
  names.set(text, name);
  return name;
}
