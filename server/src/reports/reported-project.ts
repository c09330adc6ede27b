import type { ReadSite } from '../analytics/read/snapshot.ts';

/** The project of the report. */
export interface ReportedProject {
  id: string;
  site: ReadSite;
}
