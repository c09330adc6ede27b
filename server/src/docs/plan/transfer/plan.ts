import type { Plan } from '../plan.ts';

/** A request to move text of one page into another. */
export interface Transfer {
  from: string;
  /** Counted from 1, both inclusive. If absent, the whole page moves and is removed. */
  lines?: { first: number; last: number } | undefined;
  /** An existing page, or a new one. */
  to: string;
  /**
   * The place in an existing page: after a line, or at the end of the section of a heading; at the end of the page if
   * absent. For a new page, `heading` is instead the path of the page after which it is listed.
   */
  after?: { line: number } | { heading: string } | undefined;
  /** The heading above the text, which is the title of a new page; '' for none. If absent, the text's own heading. */
  title?: string | undefined;
  /** The front matter of a new page, without fences; derived from the title if absent. */
  frontMatter?: string | undefined;
  /** The text that replaces the moved lines. */
  leave?: string | undefined;
}

/** A plan, and where the text is after it. */
export interface TransferPlan extends Plan {
  placed: {
    /** The first and last line in the target; the lines of links are counted likewise. */
    first: number;
    last: number;
    /** The number of moved lines. */
    lines: number;
    isNew: boolean;
    /** The heading above the text; undefined if none was written. */
    heading: string | undefined;
    /** By how many levels its headings are deeper now. */
    shift: number;
    /** The front matter of the new page. */
    frontMatter: string | undefined;
    /** Definitions and imports that moved with the text. */
    along: string[];
    /** What must be done by hand. */
    notes: string[];
  };
}
