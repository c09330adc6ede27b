import type { TextEdit } from '../lines.ts';
import type { Literal } from '../literal/literal.ts';
import type { Span } from '../tree.ts';

/** A file that says redirects, and how it is read and written. */
export interface RedirectStore {
  path: string;
  /** Whether the file is data or a module, which is read as a literal, or a text with its own rules. */
  file: 'literal' | 'text';
  /** Undefined where the file keeps none, and is not set up to. */
  read: (file: { text: string; literal: Literal }) => RedirectList | undefined;
  spelling: RedirectSpelling;
  /** Whether the generator reads it, or the host that serves what it made. */
  owner: 'site' | 'host';
  /** Whether a redirect holds below each language by itself, since each is built as a site of its own; not so where absent. */
  inEachLanguage?: boolean;
  /** Whether it leads to pages alone, and to no place in them; not so where absent. */
  toPages?: boolean;
}

/** What a file says of redirects. */
export interface RedirectList {
  redirects: Redirect[];
  /** Whether it says no others, such as computed ones. */
  complete: boolean;
  /** The edits that put redirects in and take others out; undefined where the file is not to be written. */
  edit: ((change: RedirectChange) => TextEdit[]) | undefined;
}

export interface RedirectChange {
  add: NewRedirect[];
  remove: Redirect[];
}

/** A redirect as it is to be written, in the spelling of its file. */
export interface NewRedirect {
  source: string;
  target: string;
}

/** A redirect as it stands in its file: without quotes, and where. */
export interface Redirect extends NewRedirect {
  sourceSpan: Span;
  targetSpan: Span;
}

/** How a file writes the two ends of a redirect. */
export interface RedirectSpelling {
  /** The address below the site's base that is led on; undefined for a pattern, and for what is not of the site. */
  addressOf: (source: string) => string | undefined;
  /** The target as a link in the page at the top of the site: `/new#part`, `./new.md`. */
  linkOf: (target: string, source: string) => string;
  source: (from: RedirectEnd) => string;
  target: (to: RedirectEnd, source: string) => string;
}

/** A place of the site that a redirect leads from or to. */
export interface RedirectEnd {
  /** Below the base; '' is the top. */
  address: string;
  /** The file of the page that is, or was, there. */
  path: string | undefined;
}

/** Where the sites of one kind keep redirects, besides files of their host. */
export interface RedirectRules<Context, Site> {
  /** Files of the site's own, the likeliest first. */
  stores: (context: Context, site: Site) => Promise<RedirectStore[]>;
  /** The field of front matter in which a page lists its earlier addresses; undefined where pages cannot. */
  frontMatter: (site: Site) => string | undefined;
}

/** For kinds that leave redirects to their host. */
export const onlyOfHosts: RedirectRules<unknown, unknown> = {
  stores: () => Promise.resolve([]),
  frontMatter: () => undefined,
};
