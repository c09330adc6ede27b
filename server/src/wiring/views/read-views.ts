/**
 * What reads page views from the database. It is loaded when a command needs it: with its query builder, it would be
 * half of what a command loads that lists projects.
 */
export { readAgents } from '../../analytics/read/readers/agents.ts';
export { readHealth } from '../../analytics/read/health.ts';
export { readImpact } from '../../analytics/read/page/impact.ts';
export { readReferrers } from '../../analytics/read/readers/referrers.ts';
export { readTimeseries } from '../../analytics/read/time/timeseries.ts';
export { readUnknownReaders } from '../../analytics/read/readers/unknown-readers.ts';
export { readAllViews, readNotFound } from '../../analytics/read/page/views.ts';
export { readEffect } from '../../analytics/effect/effect.ts';
export { reportedDays } from '../../reports/periods.ts';
export { readReport } from '../../reports/read-report.ts';
