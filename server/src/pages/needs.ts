import type { Project } from '../projects/project.ts';
import type { PullRequestRepository } from '../pull-requests/repository.ts';

/** What the pages need besides the services of the whole server; main.ts hands it in. */
export interface PageNeeds {
  /** The project's repository. @throws CopydeskError `repository_*` */
  repository: (project: Project) => Promise<PullRequestRepository>;
  /** What kind of site the project's docs are, as far as that is known in a moment; undefined otherwise. */
  siteOf: (project: Project) => Promise<KnownSite | undefined>;
}

/** A docs site, as it was seen last. */
export interface KnownSite {
  /** What people call its kind. */
  label: string;
  isRecognised: boolean;
  /** The paths of the pages that readers reach. */
  pages: readonly string[];
}
