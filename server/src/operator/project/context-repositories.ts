import type { ContextExposure } from '../../projects/connection/context-exposure.ts';
import type { ContextRepository } from '../../projects/connection/context-repositories.ts';

/** What operators do with the repositories that the agent may read beside the docs. */
export interface ContextRepositoryServices {
  /**
   * Checks the repository before it stores anything.
   * @throws CopydeskError `not_found` (the project), `invalid_request` (the name), `repository_*`, `ref_not_found`
   */
  add(projectId: string, draft: ContextRepositoryDraft): Promise<AddedContextRepository>;
  list(projectId: string): Promise<ContextRepository[]>;
  /** @throws CopydeskError `not_found` */
  remove(projectId: string, name: string): Promise<ContextRepository>;
}

export type AddedContextRepository = ContextRepository & { exposure: ContextExposure };

export interface ContextRepositoryDraft {
  name: string;
  /** A URL, or a path on this machine. */
  repository: string;
  /** The branch to read; the repository's default branch when absent. */
  ref?: string;
}
