import type { RecentNames } from '../../audit/recent.ts';
import type { AuditFilter } from './filter.ts';

/** What the page shows around the entries. */
export interface AuditShown {
  filter: AuditFilter;
  recent: RecentNames;
  /** The names of the projects that the page mentions, by id. */
  projectNames: Map<string, string>;
  now: Date;
}
