import type { CheckCoverage, HelperCall, JobOutcome } from '@copydesk/contract';
import type { PlaceFinder, Replacement } from './text/replacement.ts';

/**
 * What the agent needs from outside, as small interfaces: a tree to edit, docs knowledge, and page views. The worker
 * passes in real ones; tests pass in a map of strings.
 */

/** What a path of the tree is. Symlinks and submodules are listed, but neither read nor written. */
export interface TreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

/** One line that a search found; `line` counts from 1. A long `text` is cut to a part around the match, which is at `match`. */
export interface SearchHit {
  path: string;
  line: number;
  text: string;
  match: Span;
  /** The lines around it, as many as were requested. */
  before: string[];
  after: string[];
}

export interface SearchQuery {
  pattern: string;
  /** A regular expression in ripgrep's syntax, or plain text. */
  syntax: 'regex' | 'text';
  ignoreCase: boolean;
  /** Which files are searched; all when absent. */
  includes?: (path: string) => boolean;
  /** How many hits (with `filesOnly`: files) to return at most, and how many to skip first. */
  limit: number;
  offset?: number;
  /** How many lines before and after each hit to return. */
  context?: number;
  /** Returns files with their numbers of hits instead of lines. */
  filesOnly?: boolean;
}

export interface SearchResult {
  hits: SearchHit[];
  files: { path: string; hits: number }[];
  /** All hits, also those not returned; `atLeast` when there were too many to count them all. */
  total: { hits: number; files: number; atLeast: boolean };
  /** How many files were to be searched, and some of those that were too large. */
  searched: number;
  tooLarge: string[];
}

/** Files that can be read, as of one moment. */
export interface ReadableTree {
  /** Sorted by the bytes of their paths. */
  entries(): readonly TreeEntry[];
  entry(path: string): TreeEntry | undefined;
  /** @throws CopydeskError `path_refused` when it does not exist, `file_refused` when it is over the size limit. */
  read(path: string): Promise<Uint8Array>;
  /** @throws CopydeskError `invalid_request` for an invalid pattern. */
  search(query: SearchQuery): Promise<SearchResult>;
}

/** The job's tree: every write is checked by git's own rules for paths and kept in memory until a step is stored. */
export interface AgentTree extends ReadableTree {
  /** Finds what is to be replaced, in any texts. */
  places(replacement: Replacement): PlaceFinder;
  /** Must come before a write: does the checks that take long. */
  examine(path: string, content: Uint8Array): Promise<void>;
  /** @throws CopydeskError `path_refused` for a path that git or the docs folder refuses. */
  write(path: string, content: Uint8Array): void;
  remove(path: string): void;
}

/** Limits the size of the job's change. */
export interface ChangeBound {
  /**
   * Does some work on the tree, all of it or nothing: when it throws, the tree is as it was before.
   * @throws CopydeskError `too_large_change` when the work makes the change too large.
   */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A repository beside the docs that is read and never written, such as the product's source code. */
export interface ContextRepository {
  /** Lower-case letters, digits and `-`. */
  name: string;
  tree: ReadableTree;
}

/** A fault of the docs. `line` counts from 1. */
export interface Problem {
  rule: string;
  severity: 'error' | 'warning';
  path: string;
  line: number;
  message: string;
  /** The text of the fault in the file (a link's target, an anchor), if it has one. */
  subject?: string;
  /** What would fix it (a link's target), when there is exactly one sensible way. */
  suggestion?: string;
}

/** What a check has examined, and what of it could not be judged. */
export type Coverage = CheckCoverage;

/** A place in a page, in UTF-16 code units of its text. */
export interface Span {
  start: number;
  end: number;
}

/** The parts of a page. */
export interface Page {
  /** The front matter's source between its fences; the span includes the fences. */
  frontMatter: (Span & { yaml: string }) | undefined;
  headings: (Span & { depth: number; text: string; style: 'atx' | 'setext' })[];
  /** `span` is the position of the target in the source, so that only the target can be replaced. */
  links: (Span & { target: string; span: Span; kind: 'link' | 'image' | 'definition' | 'attribute' })[];
  /** Fenced and indented code, inline code, raw HTML and JSX, MDX imports, exports and expressions. */
  code: Span[];
  /** Plain text of the first paragraph of prose. */
  firstParagraph: string | undefined;
}

/** The whole new content of a file that a change of paths affects. */
export interface FileEdit {
  path: string;
  content: string;
  /** Whether links and navigation are right without it, too. */
  optional?: boolean;
}

/** What a move or a removal means for the rest of the docs. */
export interface ChangePlan {
  /** The files that get another path; a removed file has no `to`. */
  files: { from: string; to?: string }[];
  /** Includes moved files, under their new paths. */
  edits: FileEdit[];
  /**
   * Redirects from old addresses, and the file that has each; `languages` counts other languages that got the same, and
   * `isAssumed` says that nothing shows that the host serves the page there.
   */
  redirects: { from: string; to: string; path: string; languages?: number; isAssumed?: boolean }[];
  /** Old addresses without a redirect. */
  lost: string[];
  /** Links that now have another target or spelling, including those that became plain text. */
  links: ChangedLink[];
  /** Where an old path or address is still mentioned, and how many more such places exist. */
  mentions: { path: string; line: number; text: string }[];
  moreMentions: number;
}

/** A link of a page after the change. `line` counts from 1. */
export interface ChangedLink {
  path: string;
  line: number;
  was: string;
  /** Undefined when it is no longer a link. */
  is: string | undefined;
  /** The line that lost the link, as it was. */
  text?: string;
}

/** Text of one page that is to be moved to another. */
export interface Transfer {
  from: string;
  /** Counted from 1, both included; when absent, the whole page moves and is removed. */
  lines?: { first: number; last: number } | undefined;
  /** An existing page, or a new one. */
  to: string;
  /**
   * After a line, or at the end of a heading's section; at the end of the page when absent. For a new page, `heading`
   * is the path of the page that it is listed after.
   */
  after?: { line: number } | { heading: string } | undefined;
  /** The heading above the text, or a new page's title; '' for none. When absent, the text's own heading is used. */
  title?: string | undefined;
  /** Of a new page, without fences; made from the title when absent. */
  frontMatter?: string | undefined;
  /** Replaces the lines at their old place. */
  leave?: string | undefined;
}

/** The plan that moves the text, and where the text is afterwards. */
export interface TransferPlan extends ChangePlan {
  placed: {
    /** Lines of the target. */
    first: number;
    last: number;
    /** How many lines moved. */
    lines: number;
    isNew: boolean;
    /** The heading that was written above the text; undefined when none was. */
    heading: string | undefined;
    /** By how many levels its headings are deeper now. */
    shift: number;
    /** The front matter that was made. */
    frontMatter: string | undefined;
    /** Definitions and imports that moved along. */
    along: string[];
    /** What must still be done by hand. */
    notes: string[];
  };
}

/** A link whose anchor has another name now. `line` counts from 1. */
export interface RenamedLink {
  path: string;
  line: number;
  target: string;
  renamed: string;
}

/** What happened to the links to headings and ids that a page no longer has. `line` counts from 1. */
export interface MovedAnchors {
  renamed: RenamedLink[];
  /** Those that no longer lead to any heading or id. */
  broken: { path: string; line: number; target: string }[];
}

/** What the agent may ask about the docs in the current tree. */
export interface AgentDocs {
  /** Returns the problems of the given pages, or of all, and what could not be judged. */
  check(paths?: string[]): Promise<{ problems: Problem[]; coverage: Coverage }>;
  /** Returns problems that the job's change introduced, also on pages that link to it; undefined when that is unknown. */
  introduced(): Promise<{ problems: Problem[]; coverage: Coverage } | undefined>;
  /** @throws CopydeskError `file_refused` when the text cannot be parsed within the limits. */
  parse(path: string, text: string): Promise<Page>;
  /** Parses many texts, in order; undefined for each that cannot be parsed. */
  parseAll(files: { path: string; text: string }[]): Promise<(Page | undefined)[]>;
  /** Plans what keeps links, navigation and addresses right when a file or folder moves to `to`. */
  planMove(from: string, to: string, options?: { redirect?: boolean }): Promise<ChangePlan>;
  /**
   * Plans the removal of a file or folder from the docs. Its addresses redirect to `redirectTo` (a path, an address or
   * a URL) if given. Links to it lead to `linksTo`, or else to `redirectTo`; without either, or when `linksTo` is '',
   * they become plain text.
   * @throws CopydeskError `path_refused` when there is no such page to lead to.
   */
  planDelete(path: string, redirectTo?: string, linksTo?: string): Promise<ChangePlan>;
  /**
   * Plans the move of text from one page to another, with all links in it and to it.
   * @throws CopydeskError `path_refused` or `file_refused` when the text or the place does not exist.
   */
  planTransfer(transfer: Transfer): Promise<TransferPlan>;
  /**
   * Plans a redirect from an address to a page, an address or a URL.
   * @throws CopydeskError `path_refused` when `from` is a page, when `to` is none, or when the site has no redirects.
   */
  planRedirect(from: string, to: string): Promise<ChangePlan>;
  /** Plans many redirects at once, and reports those that are impossible. */
  planRedirects(
    wanted: readonly { from: string; to: string }[],
  ): Promise<ChangePlan & { refused: { from: string; because: string }[] }>;
  /** Plans edits that add a new page to the navigation, after `after` if given; none when the site lists pages itself. */
  planAdd(path: string, title: string, after?: string): Promise<FileEdit[]>;
  /**
   * Returns the links to headings whose texts have changed since, with the targets that lead there now. `headings` are
   * the former texts of all headings of a page, in order.
   */
  planRenamedAnchors(before: { path: string; headings: string[] }[]): Promise<RenamedLink[]>;
  /** Returns what happened to the links to headings and ids that a page had in this text and no longer has. */
  planMovedAnchors(path: string, before: string): Promise<MovedAnchors>;
  /** Plans the edits that sort the navigation's entries by their titles, within each group. */
  planSortNavigation(): Promise<FileEdit[]>;
  /**
   * Returns a page's address within its site, such as `/guides/setup`; undefined when the file is no page, or the
   * address is not known.
   */
  address(path: string): Promise<string | undefined>;
  site(): Promise<SiteOfDocs>;
}

/** The site that the docs make up. */
export interface SiteOfDocs {
  /** The usual name of its kind: `MkDocs`. */
  label: string;
  /**
   * Whether pages give their titles and descriptions in front matter: they must, they usually do, they may, or nothing
   * reads it.
   */
  frontMatter: 'required' | 'usual' | 'possible' | 'unread';
  /** Its folder; '' at the top. */
  root: string;
  /** The folder of the project's docs, outside of which nothing is edited; '' for the whole repository. */
  docsFolder: string;
  /** The folders of its docs, the usual one first, with the addresses under which they are served. */
  folders: { path: string; routes: string[] }[];
  /** The pages that readers can reach. */
  pages: string[];
  /** The files that list pages. */
  navigation: string[];
}

/** Page views over the last 30 days; absent while none are collected. */
export interface AgentPageViews {
  /** By file path; a file that becomes no page is left out. */
  read(paths: string[]): Promise<{ path: string; human: number; ai: number }[]>;
  /** Returns the paths of the files that become pages. */
  pages(): Promise<string[]>;
  /** Returns the most requested addresses that were not found; for a folder, those beside its pages. */
  missing(within: (path: string) => boolean, limit: number): Promise<{ address: string; human: number; ai: number }[]>;
}

/** The outcome of a turn that changed nothing. */
export type EndedWithout = Exclude<JobOutcome['kind'], 'changed' | 'failed'>;

/** What a change did that is easily overlooked in its diff. `line` counts from 1. */
export interface ReviewHints {
  /** Links that existed in the docs before and no longer do. */
  lostLinks: { path: string; line: number; text: string }[];
  /** Long paragraphs of changed files that occur more often than before. */
  repeated: { places: { path: string; line: number }[]; text: string }[];
  /** Whether more was changed, or found, than is listed. */
  isPartial: boolean;
}

/**
 * A cheaper model beside the working one. Each question is a conversation of its own, without tools; only the answer
 * enters the job's conversation.
 */
export interface Helper {
  /** `provider/model`. */
  name: string;
  /** How many tokens one call may have, including its answer; undefined when that is not known. */
  contextTokens: number | undefined;
  /**
   * Asks it once.
   * @throws CopydeskError `limit_reached` when the job's budget is used up; `model_failed` for an answer without text,
   *   and every other error of a model call; the signal's reason when it was aborted.
   */
  ask(question: HelperQuestion): Promise<string>;
  /** Returns the calls since the last time; they are stored with the recorded step. */
  takeCalls(): HelperCall[];
}

export interface HelperQuestion {
  system: string;
  /** The question, with everything needed to answer it. */
  prompt: string;
}
