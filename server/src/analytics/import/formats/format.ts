import type { DropReason } from '@copydesk/contract';
import type { CollectedEvent } from '../../collect/draft.ts';

/** The supported log formats; `auto` recognises the format. */
export const formatNames = [
  'combined',
  'jsonl',
  'caddy',
  'cloudfront',
  'vercel',
  'w3c',
  'alb',
  's3',
  'envoy',
  'haproxy',
] as const;

export type FormatName = (typeof formatNames)[number];

/**
 * What a line of a log contains: a request, or the reason why none can be counted; undefined when it is not about a
 * request.
 */
export type LogLine = LoggedEvent | { drop: DropReason; detail: string } | undefined;

/** A request for a page, as the log has it. */
export interface LoggedEvent {
  event: CollectedEvent;
  /** The request's id in the log, if any: two lines with the same id are one request. */
  requestId?: string;
}

/** Reads the lines of one file, in order: in some formats the top defines what the rest means. */
export type LineReader = (line: string) => LogLine;

export interface LogFormat {
  name: FormatName;
  /** Whether a file may also be one or several JSON arrays, whose elements are the lines. */
  json: boolean;
  /**
   * @param host the host of the pages, for logs without it.
   * @param fields the names of the fields, for logs with arbitrary names.
   */
  open(host: string | undefined, fields?: OwnFields): LineReader;
  /** Whether a line may continue an earlier one, so that earlier lines are read again when an import continues. */
  continues?: boolean;
  /**
   * Returns the needed fields that this log does not have, by its first lines. Without them readers or pages are
   * counted wrongly.
   */
  lacks?: (lines: readonly string[], fields?: OwnFields) => NeededField[];
  /**
   * Whether a last line without an end has everything that the line before it has, so that it may be counted. A JSON
   * line is either complete or not valid JSON; others may break off where a shorter form of the same log would end.
   */
  isWhole?: (line: string, before: string | undefined) => boolean;
}

/** The fields of a log that `--fields` may name. */
export const fieldNames = [
  'timestamp',
  'method',
  'url',
  'request',
  'host',
  'scheme',
  'status',
  'userAgent',
  'referrer',
  'ip',
  'contentType',
  'forwardedFor',
] as const;

export type FieldName = (typeof fieldNames)[number];

/** The names of a log's fields; `none` for a missing one, to count the log anyway. */
export type OwnFields = Partial<Record<FieldName, string>>;

/** Without a user agent all readers are bots, and without a status missing pages are counted as views. */
export const neededFields = ['userAgent', 'status'] as const satisfies FieldName[];

export type NeededField = (typeof neededFields)[number];

export function unreadable(detail: string): { drop: DropReason; detail: string } {
  return { drop: 'unreadable', detail };
}
