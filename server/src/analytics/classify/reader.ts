import type { Purpose, Verification } from '@copydesk/contract';
import type { ViewClass } from '../store/tables.ts';

/** Where a view was told of: by the page's script, by the site's server or edge, by a log. */
export type ViewSource = 'browser' | 'server' | 'import';

/** A request for a page, as far as the source knows it. It is looked at and never kept. */
export interface Asker {
  /** `''` when there was none. */
  userAgent: string;
  /** By lower-case name. Undefined where the source tells no headers, as a combined log, so that none is missed. */
  headers: Readonly<Record<string, string>> | undefined;
  /** An IP address; undefined when it is not known. */
  address: string | undefined;
  /** Whether the path ended in `.md` or `.mdx`. */
  markdownPath: boolean;
  /** The address that was asked for, where it is known: signatures cover parts of it. */
  url: URL | undefined;
  /** Milliseconds since 1970: signatures are valid for a while. */
  at: number;
  source: ViewSource;
}

/**
 * All that a verdict rests on, in a form that may be stored: of a person's user agent only the names and main versions
 * of the products, of an address only whose published range it is in.
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
  /** What came of checking the signature. */
  signature?: 'valid' | 'invalid' | 'unchecked';
  /** Ids of published address ranges that the address is in. */
  networks?: string[];
  /** Set where the address was known, so that its absence from a published range says something. */
  addressKnown?: true;
  /** Set on a reader that stands for many, whose evidence was too varied to be kept: it is never judged anew. */
  forgotten?: true;
}

/** What a view counts as, and why. */
export interface Verdict {
  class: ViewClass;
  /** The name of the agent; of a bot where it is known; null for people. */
  agent: string | null;
  operator: string | null;
  /** Null unless the class is `ai`. */
  purpose: Purpose | null;
  /** Null unless the class is `ai`. */
  verification: Verification | null;
  /** The id of the rule that decided. */
  rule: string;
}

/** Who read: the same object for the same evidence, as long as it is remembered. */
export interface Reader {
  /** SHA-256 of the evidence, in base64url: what readers are told apart by. */
  digest: string;
  evidence: Evidence;
  verdict: Verdict;
  /** The version of the rule set that decided. */
  rules: string;
}
