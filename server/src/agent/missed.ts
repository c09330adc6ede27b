/** The addresses that a job is to repair, and what the history of the docs says of each. */
export interface MissedAddresses {
  /** Those that were asked for most first, as the docs are when it is asked. */
  decide(): Promise<MissedDecision[]>;
}

/** What is to be done about an address that was asked for and not found. */
export interface MissedDecision {
  /** As readers asked for it. */
  path: string;
  /** The same below the prefix of the site, as redirects have it; undefined for one that the docs do not serve. */
  address: string | undefined;
  human: number;
  ai: number;
  decision: 'redirect' | 'page' | 'leave';
  /** The page that a redirect leads to. */
  to: { path: string; address: string } | undefined;
  /** From 0 to 1. */
  confidence: number;
  evidence: string;
}
