import type { NewJob } from '../jobs/create.ts';
import type { Project } from '../projects/project.ts';
import { isTestOrganisation, scriptedModel } from '../projects/test-mode.ts';
import type { House } from './house.ts';
import { publicRepository } from './repositories.ts';

/** Returns the values that a new job of a project starts with, whoever starts it. */
export function jobDefaultsOf(house: House, project: Project): Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef'> {
  return {
    model: isTestOrganisation(project.organisationId) ? scriptedModel : (project.model ?? house.settings.model),
    sourceRepository: publicRepository(house, project),
    baseRef: project.ref,
  };
}
