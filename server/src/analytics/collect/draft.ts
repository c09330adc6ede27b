import type { CollectEvent, DropReason, Surface } from '@copydesk/contract';
import type { FileKind } from '@copydesk/tracker/views';
import type { CompiledSettings, OwnSettings } from './own-settings.ts';
import type { Reader, ViewSource } from '../classify/reader.ts';

/** An event, with data that only some sources have. */
export interface CollectedEvent extends CollectEvent {
  /** The method of the request for the page; GET when absent. */
  method?: string;
  /**
   * The address that the headers were sent to, when it is not the page's: a browser sends its own headers to Copydesk.
   */
  headersSentTo?: URL;
}

/** The project whose views are collected. */
export interface CollectedProject extends OwnSettings {
  number: number;
  /** Origins of the site itself: a reader who comes from one of them does not come from another site. */
  origins: readonly string[];
  peopleFrom: 'browser' | 'server' | null;
}

/** An event on its way to becoming a view: each step of the collection fills in its part. */
export interface Draft {
  readonly event: CollectedEvent;
  /** The index among the events that arrived together. */
  readonly index: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The address of the page, when it is known. */
  url: URL | undefined;
  /** The normalised path, once it is found. */
  path: string;
  markdownPath: boolean;
  fileKind: FileKind | undefined;
  surface: Surface;
  found: boolean;
  reader: Reader | undefined;
  referrer: string | null;
  visitor: bigint | null;
}

/** The reason why an event is not counted. `detail` is for people. */
export interface Drop {
  drop: DropReason;
  detail: string;
}

/** What the steps know besides the event. */
export interface CollectContext {
  project: CollectedProject;
  /** The project's own rules and exclusions, compiled. */
  own: CompiledSettings;
  source: ViewSource;
  /**
   * Returns the normalised paths of the project's docs pages that end like files. It is undefined, or returns
   * undefined, when they are not known. Called only when an extension would drop an event.
   */
  docsPages: (() => ReadonlySet<string> | undefined) | undefined;
  /** The moment of arrival, in milliseconds since 1970. */
  arrivedAt: number;
}

export function newDraft(event: CollectedEvent, index: number): Draft {
  return {
    event,
    index,
    at: 0,
    url: undefined,
    path: '',
    markdownPath: false,
    fileKind: undefined,
    surface: 'html',
    found: true,
    reader: undefined,
    referrer: null,
    visitor: null,
  };
}

/** Returns the user agent of the reader who requested the page, or `''` when there is none. */
export function userAgentOf({ userAgent, headers }: CollectedEvent): string {
  return userAgent ?? headers?.['user-agent'] ?? '';
}
