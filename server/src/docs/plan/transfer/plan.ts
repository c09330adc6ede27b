import type { Plan } from '../plan.ts';

/** What is asked: text of one page becomes text of another. */
export interface Transfer {
  from: string;
  /** Counted from 1, both included; where absent all of the page moves, and the page goes. */
  lines?: { first: number; last: number } | undefined;
  /** A page that is there, or a new one. */
  to: string;
  /**
   * Where in a page that is there: after a line, or at the end of what stands under a heading; at its end where absent. Of
   * a new page, the path of the page that it is listed behind in place of the heading.
   */
  after?: { line: number } | { heading: string } | undefined;
  /** The heading above the text, the title of a new page; '' for none. Where absent, what the text has itself. */
  title?: string | undefined;
  /** Of a new page, without fences; made of the title where absent. */
  frontMatter?: string | undefined;
  /** Stands where the lines stood. */
  leave?: string | undefined;
}

/** A plan, and where the text stands then. */
export interface TransferPlan extends Plan {
  placed: {
    /** The first and last line in the target, by which links are counted too. */
    first: number;
    last: number;
    /** How many lines moved. */
    lines: number;
    isNew: boolean;
    /** The heading that stands above the text; undefined where none was written. */
    heading: string | undefined;
    /** How many levels its headings are deeper now. */
    shift: number;
    /** The front matter that was made. */
    frontMatter: string | undefined;
    /** Definitions and imports that came along. */
    along: string[];
    /** What is left to be done by hand. */
    notes: string[];
  };
}
