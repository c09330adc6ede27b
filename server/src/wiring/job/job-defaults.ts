import type { NewJob } from '../../jobs/request/create.ts';
import type { Project } from '../../projects/project.ts';
import { isTestOrganisation, scriptedModel } from '../../projects/test-mode.ts';
import type { App } from '../app.ts';
import { publicRepository } from '../hosts/repositories.ts';

/** Returns the values that a new job of a project starts with. */
export function jobDefaultsOf(app: App, project: Project): Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef'> {
  return {
    model: isTestOrganisation(project.organisationId) ? scriptedModel : (project.model ?? app.settings.model),
    sourceRepository: publicRepository(app, project),
    baseRef: project.ref,
  };
}
