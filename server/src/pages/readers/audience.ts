import type { ReadSite } from '../../analytics/read/snapshot.ts';
import type { Project } from '../../projects/project.ts';
import type { ReadersQuery } from './query.ts';
import { queryText } from './query.ts';

/** Who is shown a project's readers, and what for: its people, or everybody who has a share link. */
export interface Audience {
  project: Pick<Project, 'id' | 'name' | 'docsFolder' | 'pagesAt'>;
  /** Whose page views are read. */
  site: ReadSite;
  now: Date;
  /** The address of the first of the pages; the others lie below. */
  base: string;
  /** The address of the API, for those who may ask it; absent for those with a link alone. */
  api: string | undefined;
  /** The form that has what was not found repaired, for those who may start jobs. */
  repair?: { once: string; formToken: string };
  /** The address of the project’s jobs, for those who may read them. */
  jobs: string | undefined;
}

/** The parts of the readers' pages, by the ends of their addresses. */
export type Part = TablePart | '/feedback' | '/report';

/** Those that are made of page views alone. */
export type TablePart = '' | '/page' | '/agents' | '/unknown' | '/not-found' | '/referrers' | '/left-out';

/** The address of a part with what the query says, changed. */
export function addressOf(
  { base }: Pick<Audience, 'base'>,
  part: Part,
  query: ReadersQuery,
  change: Parameters<typeof queryText>[1] = {},
): string {
  return `${base}${part}${queryText(query, change)}`;
}
