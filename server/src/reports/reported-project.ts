import type { ReadSite } from '../analytics/read/snapshot.ts';

/** The project that is reported on. */
export interface ReportedProject {
  id: string;
  site: ReadSite;
}
