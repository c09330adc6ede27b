import type { Purpose, Verification } from '@copydesk/contract';
import type { ViewClass } from '../store/tables.ts';

/** Where a view was reported: by the page's script, by the site's server or edge, or by a log. */
export type ViewSource = 'browser' | 'server' | 'import';

/** A request for a page, as far as the source knows it. It is inspected and never stored. */
export interface PageRequest {
  /** `''` when there was none. */
  userAgent: string;
  /**
   * By lower-case name. Undefined when the source has no headers, such as a combined log, so that none counts as
   * missing.
   */
  headers: Readonly<Record<string, string>> | undefined;
  /** An IP address; undefined when it is not known. */
  address: string | undefined;
  /** Whether the path ended in `.md` or `.mdx`. */
  markdownPath: boolean;
  /** The requested address, when it is known: signatures cover parts of it. */
  url: URL | undefined;
  /** Milliseconds since 1970: signatures are valid for a limited time. */
  at: number;
  source: ViewSource;
}

/**
 * Everything that a verdict depends on, in a form that may be stored: for a person's user agent only the names and main
 * versions of the products, for an address only which published ranges contain it.
 */
export interface Evidence {
  userAgent: string;
  /** The header, cut to 200 characters; null when it was absent, undefined when headers are not known. */
  accept?: string | null;
  /** Whether the request had Sec-Fetch-* headers; undefined when headers are not known. */
  fetchMetadata?: boolean;
  markdownPath?: true;
  /** The `Signature-Agent` header, cut to 200 characters. */
  signatureAgent?: string;
  /** The result of checking the signature. */
  signature?: 'valid' | 'invalid' | 'unchecked';
  /** Ids of the published address ranges that contain the address. */
  networks?: string[];
  /** Set when the address was known, so that its absence from a published range means something. */
  addressKnown?: true;
  /** Set on a reader that represents many, whose evidence was too varied to be stored: it is never classified again. */
  forgotten?: true;
}

/** What a view counts as, and why. */
export interface Verdict {
  class: ViewClass;
  /** The name of the agent; for a bot only when it is known; null for people. */
  agent: string | null;
  operator: string | null;
  /** Null unless the class is `ai`. */
  purpose: Purpose | null;
  /** Null unless the class is `ai`. */
  verification: Verification | null;
  /** The id of the rule that decided. */
  rule: string;
}

/** A classified reader: the same object for the same evidence, as long as it is cached. */
export interface Reader {
  /** SHA-256 of the evidence, in base64url: the identity of a reader. */
  digest: string;
  evidence: Evidence;
  verdict: Verdict;
  /** The version of the rule set that decided. */
  rules: string;
}
