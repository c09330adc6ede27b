import type { ServerHealth } from '@copydesk/contract';

/** A short status of a server: what `copydesk status` shows. */
export interface ServerStatus {
  /** Where the server is, or would be. */
  url: string;
  /** `other`: another program answers there. */
  server: 'up' | 'down' | 'other';
  /**
   * The database, without a password: `embedded` with its folder, or an address. Null for a server that is asked over
   * HTTP.
   */
  database: string | null;
  /** Null when it could not be determined. */
  health: ServerHealth | null;
  /** Why it could not be determined, and what to do; null when it could. */
  fault: string | null;
}
