import type { NewJob } from '../../jobs/request/create.ts';
import type { Project } from '../../projects/project.ts';
import { isTestOrganisation, scriptedModel } from '../../projects/test-mode.ts';
import type { Settings } from '../../settings.ts';
import type { App } from '../app.ts';
import { publicRepository } from '../hosts/repositories.ts';

/** Returns the values that a new job of a project starts with. */
export function jobDefaultsOf(app: App, project: Project): Pick<NewJob, 'model' | 'sourceRepository' | 'baseRef'> {
  return {
    model: modelOfJobs(project, app.settings),
    sourceRepository: publicRepository(app, project),
    baseRef: project.ref,
  };
}

/** Returns the model of a project's new jobs, or without a project that of the installation. */
export function modelOfJobs(
  project: Pick<Project, 'organisationId' | 'model'> | undefined,
  settings: Pick<Settings, 'model'>,
): string {
  if (project !== undefined && isTestOrganisation(project.organisationId)) return scriptedModel;
  return project?.model ?? settings.model;
}
