import { isCopydeskError } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import type { HttpServices } from '../services.ts';

/** Counts a request in the project's health when it is refused because of the caller. Returns the error. */
export function countRefusal({ views }: Pick<HttpServices, 'views'>, project: Project, error: unknown): unknown {
  if (isTestOrganisation(project.organisationId)) return error;
  if (isCopydeskError(error) && error.status < 500) views.store.refused(project.number, error.code);
  return error;
}
