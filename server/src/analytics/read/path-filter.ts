import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Pages by their paths: those that match all that is given. */
export interface PathFilter {
  /** What the path begins with. */
  path?: string;
  /** What the path is. */
  exactPath?: string;
}

export const isOfPages = ({ path, exactPath }: PathFilter): boolean => path !== undefined || exactPath !== undefined;

/** On the column `path` of `view_page`; undefined where any path will do. */
export function pathCondition({ path, exactPath }: PathFilter): RawBuilder<unknown> | undefined {
  if (exactPath === undefined) return path === undefined ? undefined : sql`path ^@ ${path}`;
  const exact = sql`path = ${exactPath}`;
  return path === undefined ? exact : sql`${exact} and path ^@ ${path}`;
}
