import type { TextEdit } from '../text/lines.ts';
import type { Literal } from '../literal/literal.ts';
import type { Span } from '../tree.ts';

/** A file that contains redirects, and how it is read and written. */
export interface RedirectStore {
  path: string;
  /** Whether the file is read as a literal (data or a module), or is a text with its own syntax. */
  file: 'literal' | 'text';
  /** Returns undefined if the file has no redirects and is not set up for them. */
  read: (file: { text: string; literal: Literal }) => RedirectList | undefined;
  spelling: RedirectSpelling;
  /** Whether the generator reads it, or the host that serves the built site. */
  owner: 'site' | 'host';
  /**
   * Whether a redirect applies below each language separately, since each is built as a site of its own. Default:
   * false.
   */
  inEachLanguage?: boolean;
  /** Whether redirects lead only to pages, and not to a heading in them. Default: false. */
  toPages?: boolean;
}

/** The redirects of a file. */
export interface RedirectList {
  redirects: Redirect[];
  /** Whether the list is complete, without others such as computed ones. */
  complete: boolean;
  /** Returns the edits that add and remove redirects; undefined if the file must not be written. */
  edit: ((change: RedirectChange) => TextEdit[]) | undefined;
}

export interface RedirectChange {
  add: NewRedirect[];
  remove: Redirect[];
}

/** A redirect to be written, in the spelling of its file. */
export interface NewRedirect {
  source: string;
  target: string;
}

/** A redirect as written in its file, without quotes, and its spans. */
export interface Redirect extends NewRedirect {
  sourceSpan: Span;
  targetSpan: Span;
}

/** How a file spells the source and the target of a redirect. */
export interface RedirectSpelling {
  /**
   * Returns the redirected address below the site's base; undefined for a pattern, and for what does not belong to the
   * site.
   */
  addressOf: (source: string) => string | undefined;
  /** Returns the target as a link in the page at the top of the site: `/new#part`, `./new.md`. */
  linkOf: (target: string, source: string) => string;
  source: (from: RedirectEnd) => string;
  target: (to: RedirectEnd, source: string) => string;
}

/** A place of the site at which a redirect starts or ends. */
export interface RedirectEnd {
  /** The address below the base; '' is the top. */
  address: string;
  /** The file of the page that is, or was, at the address. */
  path: string | undefined;
}

/** Where the sites of a kind keep redirects, apart from the files of their host. */
export interface RedirectRules<Context, Site> {
  /** Returns the site's own files, the most likely first. */
  stores: (context: Context, site: Site) => Promise<RedirectStore[]>;
  /** Returns the front matter field in which a page lists its earlier addresses; undefined if pages cannot do that. */
  frontMatter: (site: Site) => string | undefined;
}

/** For kinds that leave redirects to their host. */
export const onlyOfHosts: RedirectRules<unknown, unknown> = {
  stores: () => Promise.resolve([]),
  frontMatter: () => undefined,
};
