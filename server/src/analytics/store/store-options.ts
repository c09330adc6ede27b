import type { Database } from '../../postgres/database.ts';

export interface ViewStoreOptions {
  db: Database;
  log: { warn: (fields: object, message: string) => void };
  now: () => Date;
  /** Months for which single views are kept, besides the present one. */
  retentionMonths: number;
  limits?: Partial<StoreLimits>;
  /** Is told what became of views, by the names of their health, once it is stored. */
  onCounted?: ((name: string, count: number) => void) | undefined;
}

export interface StoreLimits {
  /** Views that may wait to be written; what comes beyond is answered 503. */
  waitingViews: number;
  /** Views of one transaction. One that is larger than this alone is a group of its own. */
  groupViews: number;
  /** How long a few views wait for more. */
  gatherMilliseconds: number;
  /** Transactions under way: while one waits for the disk, the next is computed. */
  groups: number;
  /** How long an arrival may wait for its transaction to end; then it is answered 503, whatever becomes of it. */
  waitMilliseconds: number;
  /** How often the journal is looked at for what is to be folded. */
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
