import type { ServerHealth } from '@copydesk/contract';

/** How a server is, in short: what `copydesk status` shows. */
export interface ServerStatus {
  /** Where the server is, or would be. */
  url: string;
  /** `other`: another program is there. */
  server: 'up' | 'down' | 'other';
  /** The database, without a password: `embedded` and its folder, or an address. Null where the server is asked over HTTP. */
  database: string | null;
  /** Null where it could not be found out. */
  health: ServerHealth | null;
  /** Why not, and what to do; null where it could. */
  fault: string | null;
}
