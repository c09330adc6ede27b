import type { NewJob } from '../jobs/create.ts';
import type { Prices } from '../jobs/usage.ts';
import type { Database } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';

/** What automations look at and begin jobs with; wiring hands it in. */
export interface AutomationServices {
  db: Database;
  log: AutomationLog;
  /** What a new job of the project starts from. */
  jobDefaults: (project: Project) => Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef'>;
  /** What models cost. */
  prices: Prices;
  sights: Sights;
  /** Told of each run that was stored. */
  onRun?: ((kind: string, decision: string) => void) | undefined;
}

/** What the kinds of automations see of a project. Nothing of it changes anything. */
export interface Sights {
  /** Paths that enough different readers asked for and that are not there, those that were asked for most first. */
  missed: (project: Project, asked: MissedAsked) => Promise<MissedPath[]>;
  /** The names of its context repositories. */
  contextRepositories: (project: Project) => Promise<string[]>;
  /** What has come to one of them, by git and by its code host. @throws CopydeskError `repository_*`, `ref_not_found`, `code_host_*` */
  changes: (project: Project, asked: ChangesAsked) => Promise<ProductChanges>;
  /** What came within a time that is over, oldest first, by git alone. @throws CopydeskError `repository_*` */
  changesWithin: (project: Project, asked: { repository: string; from: Date; to: Date }) => Promise<ProductChange[]>;
  /** The pages of the docs, as they are on the branch now. @throws CopydeskError `repository_*`, `ref_not_found` */
  pages: (project: Project) => Promise<DocsPages>;
  /** What the newest commits of the context repositories touched, newest first. @throws CopydeskError `repository_*` */
  productTouches: (project: Project) => Promise<{ at: Date; files: string[] }[]>;
  /**
   * Asks the project's helper model, or else its model, once. Undefined where it has none that answers questions.
   * @throws CopydeskError `model_*`
   */
  ask: (
    project: Project,
    question: { system: string; prompt: string },
  ) => Promise<{ text: string; costUsd: number | null } | undefined>;
}

/** The docs on their branch. */
export interface DocsPages {
  /** Every file that holds a page, with when it was last touched. */
  files: DocsFile[];
  /** Views of files in the last 30 days; undefined where none were ever collected. */
  views: ((files: readonly string[]) => Promise<Map<string, { human: number; ai: number }>>) | undefined;
  /** The text of a file; undefined where it is too large. */
  text: (file: string) => Promise<string | undefined>;
}

export interface DocsFile {
  path: string;
  touchedAt: Date;
}

/** What is asked of the branch of a context repository. */
export interface ChangesAsked {
  /** As the project calls it. */
  repository: string;
  /** The commit up to which changes are known; null to learn where the branch is. */
  since: string | null;
  most: number;
}

/** What has come to a branch. */
export interface ProductChanges {
  /** The commit up to which it is told; null when the project has no such repository. */
  head: string | null;
  /** Oldest first. */
  changes: ProductChange[];
  /** Whether there is more than was asked for. */
  hasMore: boolean;
  /** Whether the commit that was known is no longer behind the branch. */
  isGap: boolean;
}

/** A commit on the branch of a context repository: a push, or a pull request that was merged. */
export interface ProductChange {
  repository: string;
  commit: string;
  at: Date;
  title: string;
  /** What the pull request says, or ''. */
  body: string;
  files: string[];
  /** As much of its diff as a prompt takes. */
  patch: string;
  /** Of its pull request; null where the code host did not tell. */
  labels: string[] | null;
  /** Of its pull request. */
  number: number | null;
  link: string | null;
  /** Whether a job of Copydesk has made it. */
  isOwn: boolean;
}

export interface MissedAsked {
  dateFrom: Date;
  dateTo: Date;
  from: 'ai' | 'people' | 'both';
  minReaders: number;
  limit: number;
}

/** A path that is not there, with its views. */
export interface MissedPath {
  path: string;
  human: number;
  ai: number;
  /** Different ones, up to what was asked for. */
  readers: number;
}

/** The part of pino's logger that automations use. */
export interface AutomationLog {
  info: (data: object, message: string) => void;
  warn: (data: object, message: string) => void;
}
