import type { RecentNames } from '../../audit/recent.ts';
import type { AuditFilter } from './filter.ts';

/** What stands around the entries. */
export interface AuditShown {
  filter: AuditFilter;
  recent: RecentNames;
  /** Of the projects that are named on the page, by their ids. */
  projectNames: Map<string, string>;
  now: Date;
}
