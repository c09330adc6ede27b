import type { DropReason } from '@copydesk/contract';
import type { Reader, ViewSource } from '../classify/reader.ts';

/** A view that is to be counted. */
export interface CountedView {
  /** A UUID in lower case. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** In its one form. */
  path: string;
  /** False when the answer was 404 or 410. */
  found: boolean;
  /** As {@link surfaceNumber} tells it. */
  surface: number;
  reader: Reader;
  /** The host of another site that the reader came from. */
  referrer: string | null;
  /** 64 bits of a salted hash of address and user agent. */
  visitor: bigint | null;
}

/** What arrived at once for a project: a request, or a piece of a log. */
export interface Arrival {
  /** The project's number. */
  projectId: number;
  source: ViewSource;
  views: CountedView[];
  /** How many events were dropped, by reason. */
  dropped: Partial<Record<DropReason, number>>;
  /** The place in a log file that is reached with these views: stored in the same transaction. */
  ledger?: { fingerprint: Buffer; file: string; position: number; lines: number };
  /** The import that they came with, and how many lines of logs were read for them. */
  import?: { number: number; lines: number };
}

export interface Stored {
  accepted: number;
  duplicates: number;
}

/** The door to the tables of page views. */
export interface ViewStore {
  /**
   * Stores what arrived; resolves when it is durable. Arrivals of the same moment share one transaction.
   * @throws CopydeskError `overloaded` when too much is waiting, `database_unavailable`; then nothing of the arrival is
   *   known to be stored, and it may be sent again: the ids see to it that nothing counts twice.
   */
  write(arrival: Arrival): Promise<Stored>;
  /** Whether half of what may wait is waiting: what is let in from now on may have to be refused when it is there. */
  isFilling(): boolean;
  /** Whether its writers have enough to do for now: what is begun then only waits, and takes memory. */
  hasEnough(): boolean;
  /** Counts a request that was refused whole, by the code of its error; written with the next arrival or a second later. */
  refused(projectId: number, code: string, count?: number): void;
  /** Writes what waits, and ends. */
  close(): Promise<void>;
}
