import type { NamedProject } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';

/** How commands find the project that they are about. */
export interface ProjectFinding {
  /**
   * Finds a project by id, or else by name; the only one when none is named.
   * @throws CopydeskError `not_found`
   * @throws UsageError when none is named and there are several.
   */
  findProject(idOrName: string | undefined): Promise<Project>;
  /** Returns what every key may know of a project. Throws as `findProject`. */
  nameProject(idOrName: string | undefined): Promise<NamedProject>;
  /** Returns only the id, for callers that need nothing else of the project. Throws as `findProject`. */
  projectIdOf(idOrName: string | undefined): Promise<string>;
  /**
   * Returns the project that a job belongs to: the named one, or the one that has it.
   * @throws CopydeskError `not_found`
   */
  projectOfJob(jobId: string, idOrName?: string): Promise<string>;
}
