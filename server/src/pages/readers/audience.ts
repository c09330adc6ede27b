import type { ReadSite } from '../../analytics/read/snapshot.ts';
import type { Project } from '../../projects/project.ts';
import type { ReadersQuery } from './query.ts';
import { queryText } from './query.ts';

/**
 * Who sees a project's readers, and what they may do with them: the project's people, or everybody who has a share
 * link.
 */
export interface Audience {
  project: Pick<Project, 'id' | 'name' | 'docsFolder' | 'pagesAt'>;
  /** The site whose page views are read. */
  site: ReadSite;
  now: Date;
  /** The address of the first of the pages. The others are below it. */
  base: string;
  /** The address of the API, for viewers who may use it; absent for those with only a link. */
  api: string | undefined;
  /** The form that starts a job to repair what was not found, for viewers who may start jobs. */
  repair?: { once: string; formToken: string };
  /** The address of the project’s jobs, for viewers who may read them. */
  jobs: string | undefined;
}

/** The parts of the readers' pages, by the end of their addresses. */
export type Part = TablePart | '/feedback' | '/report';

/** The parts that show only page views. */
export type TablePart = '' | '/page' | '/agents' | '/unknown' | '/not-found' | '/referrers' | '/left-out';

/** Returns the address of a part, with the present query and some changes. */
export function addressOf(
  { base }: Pick<Audience, 'base'>,
  part: Part,
  query: ReadersQuery,
  change: Parameters<typeof queryText>[1] = {},
): string {
  return `${base}${part}${queryText(query, change)}`;
}
