import type { FileEdit } from '../tree.ts';

/** The consequences of changed paths for the rest of the docs. */
export interface Plan {
  /** The files whose path changes; deleted ones have no `to`. */
  files: { from: string; to?: string }[];
  /** Whole new contents, including moved files under their new paths. */
  edits: FileEdit[];
  /** The redirects from old addresses, and the files that contain them. */
  redirects: PlannedRedirect[];
  /** Old addresses without a redirect. */
  lost: string[];
  /** Links with another target or another spelling, including those that became plain text. */
  links: ChangedLink[];
  /** Remaining mentions of an old path or address whose new form cannot be determined. */
  mentions: Mention[];
  /** How many further mentions there are. */
  moreMentions: number;
}

/** An address that is redirected to another, and the file that contains the redirect. */
export interface PlannedRedirect {
  from: string;
  to: string;
  path: string;
  /** The number of other languages with the same redirect, because the page replaced its missing translation. */
  languages?: number;
  /** Whether nothing shows that the host serves the page there. */
  isAssumed?: boolean;
}

/** A changed link at its new place. `line` counts from 1. */
export interface ChangedLink {
  path: string;
  line: number;
  was: string;
  /** Undefined if it is no longer a link. */
  is: string | undefined;
  /** The former text of the line that lost its link. */
  text?: string;
}

/** A line that names a file or an address. `line` counts from 1. */
export interface Mention {
  path: string;
  line: number;
  text: string;
}

/** Sorts links by path and line. */
export function sortedLinks(links: ChangedLink[]): ChangedLink[] {
  return links.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
