import type { FileEdit } from '../tree.ts';

/** What a change of paths means for the rest of the docs. */
export interface Plan {
  /** The files that get another path; those that go are without `to`. */
  files: { from: string; to?: string }[];
  /** Whole new contents, those of moved files under their new paths among them. */
  edits: FileEdit[];
  /** What leads on from old addresses now, and the file that says so. */
  redirects: LedOn[];
  /** Old addresses that nothing leads on from. */
  lost: string[];
  /** Links that lead elsewhere now, or are written otherwise; those that became plain text among them. */
  links: ChangedLink[];
  /** Where an old path or address still stands, and nobody can tell what is to become of it. */
  mentions: Mention[];
  /** How many more of them there are. */
  moreMentions: number;
}

/** An address that is led on to another, and the file that says so. */
export interface LedOn {
  from: string;
  to: string;
  path: string;
  /** In how many other languages the same was written, where the page stood for its translation. */
  languages?: number;
}

/** A link of a page as it will be. `line` counts from 1. */
export interface ChangedLink {
  path: string;
  line: number;
  was: string;
  /** Undefined where it is no link any more. */
  is: string | undefined;
  /** The line that has lost it, as it was. */
  text?: string;
}

/** A line that names a file or an address. `line` counts from 1. */
export interface Mention {
  path: string;
  line: number;
  text: string;
}

/** By path and line. */
export function sortedLinks(links: ChangedLink[]): ChangedLink[] {
  return links.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
