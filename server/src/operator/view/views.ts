import type {
  AgentsResult,
  HealthResult,
  Interval,
  JobEffect,
  JobImpact,
  NotFoundResult,
  ReferrersResult,
  Report,
  ReportQuery,
  Surface,
  TimeseriesResult,
  UnknownReadersResult,
  ViewsExportQuery,
} from '@copydesk/contract';
import type { Reading } from '../../analytics/read/snapshot.ts';
import type { AllViews } from '../../analytics/read/page/views.ts';

/** Selects the rows of a table of page views. */
export interface TableQuery {
  dateFrom?: Date;
  dateTo?: Date;
  limit: number;
  interval: Interval;
  surface?: Surface;
}

type ReadTable<Result> = (projectId: string, query: TableQuery) => Promise<Reading<Result>>;

/** The page views that the commands read. Each method throws `not_found` for a project that does not exist. */
export interface ViewsServices {
  pages(projectId: string, query: ViewsExportQuery): Promise<Reading<AllViews>>;
  agents: ReadTable<AgentsResult>;
  notFound: ReadTable<NotFoundResult>;
  unknownReaders: ReadTable<UnknownReadersResult>;
  referrers: ReadTable<ReferrersResult>;
  timeseries: ReadTable<TimeseriesResult>;
  health: ReadTable<HealthResult>;
  /** Returns who reads the pages that the last pull request of a job touches. */
  impact(projectId: string, jobId: string): Promise<JobImpact>;
  /** Returns the effect of the job on page views. @throws CopydeskError `pull_request_not_merged` */
  effect(projectId: string, jobId: string, days: number): Promise<JobEffect>;
  /** @throws CopydeskError `invalid_request` for a week or month that has not begun. */
  report(projectId: string, query: ReportQuery): Promise<Report>;
  /**
   * Returns the effect of a commit of the project's branch on page views.
   * @throws CopydeskError `repository_*`, `ref_not_found`
   */
  commitEffect(projectId: string, commit: string, days: number): Promise<JobEffect>;
}
