import type { DocsTree, FileEdit, Page, Problem } from './tree.ts';

export type { DocsTree, DocsTreeEntry, FileEdit, Page, Problem, Span } from './tree.ts';

/** What is known of a docs site as it stands in a tree. */
export interface SiteDocs {
  /** Problems of the given pages, or of all. */
  check(paths?: string[]): Promise<Problem[]>;
  /** @throws CopydeskError `file_refused` when the text cannot be parsed within the limits. */
  parse(path: string, text: string): Promise<Page>;
  /** The edits that keep links and navigation right when `from` becomes `to`; the moved file itself is among them. */
  planMove(from: string, to: string): Promise<FileEdit[]>;
  /** The edits that take a page out of the navigation and turn links to it into plain text. */
  planDelete(path: string): Promise<FileEdit[]>;
  /** The edits that name a new page in the navigation, after `after` where given; none when the site lists pages itself. */
  planAdd(path: string, title: string, after?: string): Promise<FileEdit[]>;
  /** The edits that put the navigation's entries in order of their titles, within each group. */
  planSortNavigation(): Promise<FileEdit[]>;
  /** The kind of site, its folder, and the pages that readers reach, by path. */
  site(): Promise<{ kind: string; root: string; pages: string[] }>;
}

/** What a change did to the docs: only what it introduced. */
export interface Comparison {
  problems: Problem[];
  warnings: Problem[];
}

export interface DocsOptions {
  /** How many worker threads may parse at once; they start when first needed. Default 2. */
  workers?: number;
  /** How long one page may take. Default 2,000. */
  timeoutMilliseconds?: number;
  /** The heap of one worker thread. Default 256. */
  memoryMegabytes?: number;
  /** How much the cache of facts may hold, estimated. Default 192. */
  cacheMegabytes?: number;
}

export interface DocsEngine {
  /** `folder` is where the docs are within the tree, '' for all of it. */
  of(tree: DocsTree, options: { folder: string }): SiteDocs;
  compare(options: { before: DocsTree; after: DocsTree; folder: string }): Promise<Comparison>;
  /** Ends the worker threads. */
  close(): Promise<void>;
}

export declare function openDocs(options?: DocsOptions): DocsEngine;
