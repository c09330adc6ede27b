/** The addresses that a job must repair, and what the history of the docs says about each. */
export interface NotFoundAddresses {
  /** Decides on the current state of the docs, for the most requested addresses first. */
  decide(): Promise<MissedDecision[]>;
}

/** What to do about an address that was requested and not found. */
export interface MissedDecision {
  /** As readers requested it. */
  path: string;
  /** The same below the site's prefix, as redirects spell it; undefined when the docs do not serve it. */
  address: string | undefined;
  human: number;
  ai: number;
  decision: 'redirect' | 'page' | 'leave';
  /** The page that a redirect should lead to. */
  to: { path: string; address: string } | undefined;
  /** From 0 to 1. */
  confidence: number;
  evidence: string;
}
