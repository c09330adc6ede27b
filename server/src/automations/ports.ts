import type { NewJob } from '../jobs/request/create.ts';
import type { FollowsPrompt } from '../jobs/request/follows-prompt.ts';
import type { Prices } from '../jobs/usage/usage.ts';
import type { Database } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';

/** What automations need to check projects and begin jobs; the wiring passes it in. */
export interface AutomationServices {
  db: Database;
  log: AutomationLog;
  /** The defaults of a new job of the project. */
  jobDefaults: (project: Project) => Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef'>;
  followsPrompt: FollowsPrompt;
  /** What models cost. */
  prices: Prices;
  sources: AutomationSources;
  /** Called for each run that was stored. */
  onRun?: ((kind: string, decision: string) => void) | undefined;
}

/** What the kinds of automations can read of a project. None of it changes anything. */
export interface AutomationSources {
  /** Returns missing paths that enough different readers requested, the most requested ones first. */
  missed: (project: Project, asked: MissedAsked) => Promise<MissedPath[]>;
  /** Returns the pages about which readers reported the most, with what a job may be given of it. */
  reportedPages: (project: Project, asked: ReportsAsked) => Promise<ReportedPage[]>;
  /** Returns when readers reported something, the last reports first, up to a limit. */
  reports: (project: Project, asked: { dateFrom: Date; dateTo: Date; limit: number }) => Promise<PastReport[]>;
  /** Returns the names of its context repositories. */
  contextRepositories: (project: Project) => Promise<string[]>;
  /**
   * Returns the new changes of one of them, by git and by its code host.
   * @throws CopydeskError `repository_*`, `ref_not_found`, `code_host_*`
   */
  changes: (project: Project, asked: ChangesAsked) => Promise<ProductChanges>;
  /**
   * Returns the changes within a past time, oldest first, by git alone; `isCut` when there were more, and only the last
   * ones were read. @throws CopydeskError `repository_*`
   */
  changesWithin: (
    project: Project,
    asked: { repository: string; from: Date; to: Date },
  ) => Promise<{ changes: ProductChange[]; isCut: boolean }>;
  /**
   * Returns the pages of the docs, as they are on the branch now.
   * @throws CopydeskError `repository_*`, `ref_not_found`
   */
  pages: (project: Project) => Promise<DocsPages>;
  /**
   * Returns which files the newest commits of the context repositories changed, newest first.
   * @throws CopydeskError `repository_*`
   */
  productTouches: (project: Project) => Promise<{ at: Date; files: string[] }[]>;
  /**
   * Asks the project's helper model, or else its model, once. Returns undefined when it has none that answers
   * questions.
   * @throws CopydeskError `model_*`
   */
  ask: (
    project: Project,
    question: { system: string; prompt: string },
  ) => Promise<{ text: string; costUsd: number | null } | undefined>;
}

/** The docs on their branch. */
export interface DocsPages {
  /** Every file that contains a page, with the time of its last change. */
  files: DocsFile[];
  /** Returns the views of files in the last 30 days; undefined when none were ever collected. */
  views: ((files: readonly string[]) => Promise<Map<string, { human: number; ai: number }>>) | undefined;
  /** Returns the text of a file; undefined when it is too large. */
  text: (file: string) => Promise<string | undefined>;
}

export interface DocsFile {
  path: string;
  touchedAt: Date;
}

/** A request for the changes of a context repository's branch. */
export interface ChangesAsked {
  /** The project's name for it. */
  repository: string;
  /** The commit up to which changes are known; null to get only the current head. */
  since: string | null;
  most: number;
}

/** The new changes of a branch. */
export interface ProductChanges {
  /** The commit up to which changes are returned; null when the project has no such repository. */
  head: string | null;
  /** Oldest first. */
  changes: ProductChange[];
  /** Whether there are more than were requested. */
  hasMore: boolean;
  /** Whether the known commit is no longer an ancestor of the branch. */
  isGap: boolean;
}

/** A commit on the branch of a context repository: a push, or a merged pull request. */
export interface ProductChange {
  repository: string;
  commit: string;
  at: Date;
  title: string;
  /** The text of the pull request, or ''. */
  body: string;
  files: string[];
  /** As much of its diff as fits into a prompt. */
  patch: string;
  /** The labels of its pull request; null when the code host did not report them. */
  labels: string[] | null;
  /** The number of its pull request. */
  number: number | null;
  link: string | null;
  /** Whether a job of Copydesk has created it. */
  isOwn: boolean;
}

/** A request for pages with pending feedback that no job got yet, and that is no praise. */
export interface ReportsAsked {
  dateFrom: Date;
  dateTo: Date;
  /** How many reports a page must have. */
  minReports: number;
  pages: number;
}

/** A page, and what readers reported about it. */
export interface ReportedPage {
  path: string;
  /** How many reports it has, also those that are not listed. */
  count: number;
  /** Newest first. The text says everything that a job may be given; it is empty for a vote without a word. */
  reports: { id: string; text: string }[];
}

/** A report of the past. */
export interface PastReport {
  path: string;
  at: Date;
  /** When it got its present state, if a person or a job has handled it; null while it waits. */
  handledAt: Date | null;
}

export interface MissedAsked {
  dateFrom: Date;
  dateTo: Date;
  from: 'ai' | 'people' | 'both';
  minReaders: number;
  limit: number;
}

/** A missing path, with its views. */
export interface MissedPath {
  path: string;
  human: number;
  ai: number;
  /** The number of different readers, up to the requested number. */
  readers: number;
}

/** The part of pino's logger that automations use. */
export interface AutomationLog {
  info: (data: object, message: string) => void;
  warn: (data: object, message: string) => void;
}
