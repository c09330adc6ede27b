import type { Database } from '../../postgres/database.ts';

export interface ViewStoreOptions {
  db: Database;
  log: { warn: (fields: object, message: string) => void };
  now: () => Date;
  /** How many months single views are kept, besides the current one. */
  retentionMonths: number;
  limits?: Partial<StoreLimits>;
  /** Receives the outcomes of views, by their names in the health of a project, once they are stored. */
  onCounted?: ((name: string, count: number) => void) | undefined;
}

export interface StoreLimits {
  /** How many views may wait to be written; further views are answered 503. */
  waitingViews: number;
  /** How many views share one transaction. A larger arrival is a group of its own. */
  groupViews: number;
  /** How long a few views wait for more. */
  gatherMilliseconds: number;
  /** Concurrent transactions: while one waits for the disk, the next is computed. */
  groups: number;
  /** How long an arrival may wait for its transaction to end; then it is answered 503, whatever becomes of it. */
  waitMilliseconds: number;
  /** How often the store checks for journals to fold. */
  foldEveryMilliseconds: number;
}

export const defaultLimits: StoreLimits = {
  waitingViews: 100_000,
  groupViews: 4_000,
  gatherMilliseconds: 3,
  groups: 2,
  waitMilliseconds: 20_000,
  foldEveryMilliseconds: 1_000,
};
