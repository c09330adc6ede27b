import type { Project } from '../projects/project.ts';
import type { PullRequestRepository } from '../pull-requests/repository.ts';

/** What the pages need besides the services of the whole server; main.ts hands it in. */
export interface PageNeeds {
  /** The project's repository. @throws CopydeskError `repository_*` */
  repository: (project: Project) => Promise<PullRequestRepository>;
}
