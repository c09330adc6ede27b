import type { DropReason } from '@copydesk/contract';
import type { Reader, ViewSource } from '../classify/reader.ts';

/** A view to count. */
export interface CountedView {
  /** A UUID in lower case. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Normalised. */
  path: string;
  /** False when the answer was 404 or 410. */
  found: boolean;
  /** From {@link surfaceNumber}. */
  surface: number;
  reader: Reader;
  /** The host of another site that the reader came from. */
  referrer: string | null;
  /** 64 bits of a salted hash of address and user agent. */
  visitor: bigint | null;
}

/** Views of a project that arrived together: with one request, or from one piece of a log. */
export interface Arrival {
  /** The project's number. */
  projectId: number;
  source: ViewSource;
  views: CountedView[];
  /** How many events were dropped, by reason. */
  dropped: Partial<Record<DropReason, number>>;
  /** The position in a log file after these views: stored in the same transaction. */
  ledger?: { fingerprint: Buffer; file: string; position: number; lines: number };
  /** The import that they came with, and how many log lines were read for them. */
  import?: { number: number; lines: number };
}

export interface Stored {
  accepted: number;
  duplicates: number;
}

/** The store of page views. */
export interface ViewStore {
  /**
   * Stores an arrival; resolves when it is durable. Concurrent arrivals share one transaction.
   * @throws CopydeskError `overloaded` when too much is waiting, `database_unavailable`; then nothing of the arrival is
   *   known to be stored, and it may be sent again: the ids prevent double counting.
   */
  write(arrival: Arrival): Promise<Stored>;
  /**
   * Returns whether the queue is more than half full: requests that are accepted from now on may have to be refused
   * when their views arrive.
   */
  isFilling(): boolean;
  /** Returns whether the writers have enough to do for now: more work would only wait and take memory. */
  hasEnough(): boolean;
  /** Counts a request that was refused as a whole, by its error code; written about a second later. */
  refused(projectId: number, code: string, count?: number): void;
  /** Writes everything that waits, and closes the store. */
  close(): Promise<void>;
}
