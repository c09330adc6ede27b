import type { DropReason } from '@copydesk/contract';
import type { CollectedEvent } from '../../collect/draft.ts';

/** The formats of logs that can be read; `auto` finds out. */
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

/** What a line of a log tells: a request, or why none can be counted; undefined when it is not about a request. */
export type LogLine = LoggedEvent | { drop: DropReason; detail: string } | undefined;

/** A request for a page, as the log tells it. */
export interface LoggedEvent {
  event: CollectedEvent;
  /** The id that the log itself gives the request, where it does: two lines with the same one are one request. */
  requestId?: string;
}

/** Reads the lines of one file, in their order: some formats say at the top what the rest means. */
export type LineReader = (line: string) => LogLine;

export interface LogFormat {
  name: FormatName;
  /** Whether a file may also be a JSON array, or several, whose elements stand for lines. */
  json: boolean;
  /**
   * @param host the host of the pages, for logs that do not tell it.
   * @param fields what the fields are called, for logs that may call them anything.
   */
  open(host: string | undefined, fields?: OwnFields): LineReader;
  /** Whether a line may go on with what a line before it has begun, so that those are read again where an import goes on. */
  continues?: boolean;
  /** What a log must tell and this one has no field for, by its first lines. By it readers or pages are counted wrongly. */
  lacks?: (lines: readonly string[], fields?: OwnFields) => NeededField[];
  /**
   * Whether a last line without an end has all that the line before it has, so that it may be counted. A JSON line is
   * whole or no JSON at all; others may break off where a shorter form of the same log would end.
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

/** What a log calls its fields; `none` where it has none and is to be counted all the same. */
export type OwnFields = Partial<Record<FieldName, string>>;

/** Without a user agent all are bots, and without a status pages that are not there are views. */
export const neededFields = ['userAgent', 'status'] as const satisfies FieldName[];

export type NeededField = (typeof neededFields)[number];

export function unreadable(detail: string): { drop: DropReason; detail: string } {
  return { drop: 'unreadable', detail };
}
