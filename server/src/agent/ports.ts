import type { CheckCoverage, HelperCall, JobOutcome } from '@copydesk/contract';
import type { PlaceFinder, Replacement } from './replacement.ts';

/**
 * What the agent needs from outside, as small interfaces: a tree to edit, docs knowledge, and page views.
 * The worker hands in real ones; tests hand in a map of strings.
 */

/** What a path of the tree is. Symlinks and submodules are listed, and neither read nor written. */
export interface TreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

/** One line that a search found. `line` counts from 1; a long `text` is cut to some part around the match, which is at `match`. */
export interface SearchHit {
  path: string;
  line: number;
  text: string;
  match: Span;
  /** The lines around it, as many as were asked for. */
  before: string[];
  after: string[];
}

export interface SearchQuery {
  pattern: string;
  /** A regular expression as ripgrep takes it, or plain text. */
  syntax: 'regex' | 'text';
  ignoreCase: boolean;
  /** Which files are searched; all when absent. */
  includes?: (path: string) => boolean;
  /** How many hits (or files, where only these are wanted) to answer at the most, and how many to leave out before. */
  limit: number;
  offset?: number;
  /** How many lines before and after each hit to answer. */
  context?: number;
  /** Answers files with their numbers of hits instead of lines. */
  filesOnly?: boolean;
}

export interface SearchResult {
  hits: SearchHit[];
  files: { path: string; hits: number }[];
  /** Of all that there is; `atLeast` when it was too much to be counted to the end. */
  total: { hits: number; files: number; atLeast: boolean };
  /** How many files were to be searched, and some of those that are too large to be. */
  searched: number;
  tooLarge: string[];
}

/** Files that can be read, of one moment. */
export interface ReadableTree {
  /** Paths sorted by bytes. */
  entries(): TreeEntry[];
  entry(path: string): TreeEntry | undefined;
  /** @throws CopydeskError `path_refused` when there is no such file, `file_refused` when it is over the size limit. */
  read(path: string): Promise<Uint8Array>;
  /** @throws CopydeskError `invalid_request` for a pattern that cannot be used. */
  search(query: SearchQuery): Promise<SearchResult>;
}

/** The job's tree: every write is checked by git's own rules for paths and kept in memory until a step is stored. */
export interface AgentTree extends ReadableTree {
  /** Finds what is to be replaced, in whatever texts. */
  places(replacement: Replacement): PlaceFinder;
  /** Comes before a write: what takes long to judge is judged here. */
  examine(path: string, content: Uint8Array): Promise<void>;
  /** @throws CopydeskError `path_refused` for a path that git or the docs folder refuses. */
  write(path: string, content: Uint8Array): void;
  remove(path: string): void;
}

/** Bounds what the job's change may come to. */
export interface ChangeBound {
  /**
   * Does some work on the tree, all of it or nothing: whatever is thrown, the tree is as it was before.
   * @throws CopydeskError `too_large_change` when the change has become too large by it.
   */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A repository beside the docs that is read and never written, such as the product's source. */
export interface ContextRepository {
  /** Small letters, digits and `-`. */
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
  /** The text of the fault in the file (a link's target, an anchor), where there is one. */
  subject?: string;
  /** What would mend it (a link's target), when there is exactly one sensible way. */
  suggestion?: string;
}

/** What a check has looked at, and what of it could not be judged. */
export type Coverage = CheckCoverage;

/** A place in a page, in UTF-16 code units of its text. */
export interface Span {
  start: number;
  end: number;
}

/** What a page is made of. */
export interface Page {
  /** The front matter's source between its fences, and where it stands with the fences. */
  frontMatter: (Span & { yaml: string }) | undefined;
  headings: (Span & { depth: number; text: string; style: 'atx' | 'setext' })[];
  /** `span` is where the target stands in the source, so that it can be replaced alone. */
  links: (Span & { target: string; span: Span; kind: 'link' | 'image' | 'definition' | 'attribute' })[];
  /** Fenced and indented code, inline code, raw HTML and JSX, MDX imports, exports and expressions. */
  code: Span[];
  /** Plain text of the first paragraph of prose. */
  firstParagraph: string | undefined;
}

/** What a change of paths means for the rest of the docs: whole new contents of files. */
export interface FileEdit {
  path: string;
  content: string;
  /** Whether links and navigation are right without it, too. */
  optional?: boolean;
}

/** What a move or a removal means for the rest of the docs. */
export interface ChangePlan {
  /** The files that get another path; those that go are without `to`. */
  files: { from: string; to?: string }[];
  /** Moved files are among them, under their new paths. */
  edits: FileEdit[];
  /** What leads on from old addresses now, and the file that says so; `languages` counts others that got the same. */
  redirects: { from: string; to: string; path: string; languages?: number }[];
  /** Old addresses that nothing leads on from. */
  lost: string[];
  /** Links that lead elsewhere now, or are written otherwise; those that became plain text among them. */
  links: ChangedLink[];
  /** Where an old path or address still stands, and how many more such places there are. */
  mentions: { path: string; line: number; text: string }[];
  moreMentions: number;
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

/** Text of one page that is to become text of another. */
export interface Transfer {
  from: string;
  /** Counted from 1, both included; where absent all of the page moves, and the page goes. */
  lines?: { first: number; last: number } | undefined;
  /** A page that is there, or a new one. */
  to: string;
  /**
   * After a line, or at the end of what stands under a heading; at the end of the page where absent. Of a new page, the
   * path of the page that it is listed behind in place of the heading.
   */
  after?: { line: number } | { heading: string } | undefined;
  /** The heading above the text, the title of a new page; '' for none. Where absent, what the text has itself. */
  title?: string | undefined;
  /** Of a new page, without fences; made of the title where absent. */
  frontMatter?: string | undefined;
  /** Stands where the lines stood. */
  leave?: string | undefined;
}

/** What moves the text, and where it stands then. */
export interface TransferPlan extends ChangePlan {
  placed: {
    /** Lines of the target. */
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

/** A link whose anchor has another name now. `line` counts from 1. */
export interface RenamedLink {
  path: string;
  line: number;
  target: string;
  renamed: string;
}

/** What became of the links that led to headings and ids which a page has no more. `line` counts from 1. */
export interface MovedAnchors {
  renamed: RenamedLink[];
  /** Those that lead to no heading or id any more. */
  broken: { path: string; line: number; target: string }[];
}

/** What the agent may ask about the docs as they stand in the tree. */
export interface AgentDocs {
  /** Problems of the given pages, or of all, and what could not be judged. */
  check(paths?: string[]): Promise<{ problems: Problem[]; coverage: Coverage }>;
  /** Problems that the job's change introduced, also on pages that link to what changed; undefined where nobody can tell. */
  introduced(): Promise<{ problems: Problem[]; coverage: Coverage } | undefined>;
  /** @throws CopydeskError `file_refused` when the text cannot be parsed within the limits. */
  parse(path: string, text: string): Promise<Page>;
  /** The same of many texts, in their order; undefined for what cannot be parsed. */
  parseAll(files: { path: string; text: string }[]): Promise<(Page | undefined)[]>;
  /** What keeps links, navigation and addresses right when a file or folder becomes `to`. */
  planMove(from: string, to: string, options?: { redirect?: boolean }): Promise<ChangePlan>;
  /**
   * What takes a file or folder out of the docs. Its addresses lead to `redirectTo` (a path, an address or a URL) where
   * that is given, and links to it to `linksTo` or else there too; they become plain text without, or where it is ''.
   * @throws CopydeskError `path_refused` when there is no such page to lead to.
   */
  planDelete(path: string, redirectTo?: string, linksTo?: string): Promise<ChangePlan>;
  /**
   * What makes text of one page text of another, with all links in it and to it.
   * @throws CopydeskError `path_refused` or `file_refused` when there is no such text or place.
   */
  planTransfer(transfer: Transfer): Promise<TransferPlan>;
  /**
   * What leads readers on from an address to a page, an address or a URL.
   * @throws CopydeskError `path_refused` when a page is there, when none is at `to`, or when the site keeps no redirects.
   */
  planRedirect(from: string, to: string): Promise<ChangePlan>;
  /** The same for many at once; those that cannot be led on are told. */
  planRedirects(
    wanted: readonly { from: string; to: string }[],
  ): Promise<ChangePlan & { refused: { from: string; because: string }[] }>;
  /** The edits that name a new page in the navigation, after `after` where given; none when the site lists pages itself. */
  planAdd(path: string, title: string, after?: string): Promise<FileEdit[]>;
  /**
   * The links that led to headings whose texts have changed since, with the targets that lead there now.
   * `headings` are the texts of all headings of a page as they were, in order.
   */
  planRenamedAnchors(before: { path: string; headings: string[] }[]): Promise<RenamedLink[]>;
  /** What became of the links to headings and ids that a page had in this text and has no more. */
  planMovedAnchors(path: string, before: string): Promise<MovedAnchors>;
  /** The edits that put the navigation's entries in order of their titles, within each group. */
  planSortNavigation(): Promise<FileEdit[]>;
  /** Where readers find a page within its site, such as `/guides/setup`; undefined for what is no page, or is not known. */
  address(path: string): Promise<string | undefined>;
  site(): Promise<SiteOfDocs>;
}

/** The site that the docs are. */
export interface SiteOfDocs {
  /** What people call its kind: `MkDocs`. */
  label: string;
  /** Whether pages tell their titles and descriptions in front matter: they must, they usually do, they may, or nothing reads it. */
  frontMatter: 'required' | 'usual' | 'possible' | 'unread';
  /** Its folder; '' at the top. */
  root: string;
  /** The folder of the project's docs, beyond which nothing is edited; '' for the whole repository. */
  docsFolder: string;
  /** The folders of its docs, the usual one first, with the addresses that they are served under. */
  folders: { path: string; routes: string[] }[];
  /** The pages that readers reach. */
  pages: string[];
  /** The files that list pages. */
  navigation: string[];
}

/** Views of pages over the last 30 days; absent while none are collected. */
export interface AgentPageViews {
  /** By the paths of their files; a file that becomes no page is left out. */
  read(paths: string[]): Promise<{ path: string; human: number; ai: number }[]>;
  /** The paths of the files that become pages. */
  pages(): Promise<string[]>;
  /** The addresses that were asked for most and not found; of a folder, those beside its pages. */
  missing(within: (path: string) => boolean, limit: number): Promise<{ address: string; human: number; ai: number }[]>;
}

/** What came of a turn that changed nothing. */
export type EndedWithout = Exclude<JobOutcome['kind'], 'changed' | 'failed'>;

/** What a change did that is easily overlooked in its diff. `line` counts from 1. */
export interface Noticed {
  /** Links of the docs as they were, which are none in the docs as they are. */
  lostLinks: { path: string; line: number; text: string }[];
  /** Long paragraphs of files that changed, which stand more often than they did. */
  repeated: { places: { path: string; line: number }[]; text: string }[];
  /** Whether more was changed, or found, than is told. */
  isPartial: boolean;
}

/**
 * A cheaper model beside the one that works: each question is a conversation of its own, without tools, and nothing of
 * it is in that of the job but the answer.
 */
export interface Helper {
  /** `provider/model`. */
  name: string;
  /** Tokens that one call may hold, with its answer; undefined when that is not known. */
  contextTokens: number | undefined;
  /**
   * Asks it once.
   * @throws CopydeskError `limit_reached` when the job's budget is used up; `model_failed` for an answer without words,
   * and what else a model fails with; the signal's reason when it was aborted.
   */
  ask(question: HelperQuestion): Promise<string>;
  /** The calls since this was asked last: whoever records a step stores them with it. */
  takeCalls(): HelperCall[];
}

export interface HelperQuestion {
  system: string;
  /** What is asked, with all that it takes to answer it. */
  prompt: string;
}
