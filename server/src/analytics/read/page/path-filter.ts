import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Selects pages by path: those that match every given field. */
export interface PathFilter {
  /** The prefix of the path. */
  path?: string;
  /** The whole path. */
  exactPath?: string;
}

export const isOfPages = ({ path, exactPath }: PathFilter): boolean => path !== undefined || exactPath !== undefined;

/** Returns a condition on the column `path` of `view_page`; undefined when every path matches. */
export function pathCondition({ path, exactPath }: PathFilter): RawBuilder<unknown> | undefined {
  if (exactPath === undefined) return path === undefined ? undefined : sql`path ^@ ${path}`;
  const exact = sql`path = ${exactPath}`;
  return path === undefined ? exact : sql`${exact} and path ^@ ${path}`;
}
