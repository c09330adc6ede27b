export type { CallOptions, OnceOptions } from './calls.ts';
export { openClient } from './client.ts';
export type { Client, JobsQuery, MakeOptions, ViewsQuery, WaitOptions } from './client.ts';
export { ApiError, isApiError } from './errors.ts';
export type { ErrorCode } from './errors.ts';
export type { ExportedViews, ExportQuery } from './export-views.ts';
export type { FollowOptions, JobText, JobUpdate } from './follow.ts';
export type { ClientOptions } from './sender.ts';
export type * from './schema.ts';
