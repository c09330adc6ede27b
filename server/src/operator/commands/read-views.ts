/**
 * What reads page views from the database. The commands load it when they are carried out: with its query builder it is half
 * of the 600 modules that `copydesk --help` would load.
 */
export { readAgents } from '../../analytics/read/agents.ts';
export { readHealth } from '../../analytics/read/health.ts';
export { readReferrers } from '../../analytics/read/referrers.ts';
export { readTimeseries } from '../../analytics/read/timeseries.ts';
export { readUnknownReaders } from '../../analytics/read/unknown-readers.ts';
export { readAllViews, readNotFound } from '../../analytics/read/views.ts';
