import { isCopydeskError } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';
import type { HttpServices } from '../services.ts';

/** Does a part of a request, and counts the request in the project's health when the caller is refused for it. */
export async function countingRefusals<T>(
  { views }: Pick<HttpServices, 'views'>,
  project: Project,
  part: () => T | Promise<T>,
): Promise<T> {
  try {
    return await part();
  } catch (error) {
    if (isCopydeskError(error) && error.status < 500) views.store.refused(project.number, error.code);
    throw error;
  }
}
