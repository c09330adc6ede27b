import type { CollectEvent, DropReason, Surface } from '@copydesk/contract';
import type { FileKind } from '@copydesk/tracker/views';
import type { Own, OwnSettings } from './own.ts';
import type { Reader, ViewSource } from '../classify/reader.ts';

/** An event, with what some sources know besides. */
export interface CollectedEvent extends CollectEvent {
  /** The method of the request for the page; GET when absent. */
  method?: string;
  /** The address that the headers were sent to, where that is not the page's: a browser sends its own to Copydesk. */
  headersSentTo?: URL;
}

/** The project whose views are collected. */
export interface CollectedProject extends OwnSettings {
  number: number;
  /** Origins of the site itself: who comes from there does not come from another site. */
  origins: readonly string[];
  peopleFrom: 'browser' | 'server' | null;
}

/** An event on its way to a view: each step of the collection fills in its part. */
export interface Draft {
  readonly event: CollectedEvent;
  /** The place among the events that arrived together. */
  readonly index: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The address of the page, where it is known. */
  url: URL | undefined;
  /** In its one form, once it is found. */
  path: string;
  markdownPath: boolean;
  fileKind: FileKind | undefined;
  surface: Surface;
  found: boolean;
  reader: Reader | undefined;
  referrer: string | null;
  visitor: bigint | null;
}

/** Why an event is not counted. `detail` is for people. */
export interface Drop {
  drop: DropReason;
  detail: string;
}

/** What the steps know besides the event. */
export interface Surroundings {
  project: CollectedProject;
  /** Its own rules and what it leaves out, ready to be used. */
  own: Own;
  source: ViewSource;
  /**
   * The pages of the project's docs that end like files, in their one form; undefined, or undefined told, where they are
   * not known. Asked for only when an ending would drop an event.
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

/** The user agent of who asked for the page, `''` for none. */
export function userAgentOf({ userAgent, headers }: CollectedEvent): string {
  return userAgent ?? headers?.['user-agent'] ?? '';
}
