import type { FastifyInstance } from 'fastify';
import { addAddContextRepository } from './add-context-repository.ts';
import { addChangeProject } from './change-project.ts';
import { addCheckModel } from './check-model.ts';
import { addCreateProject } from './create-project.ts';
import { addDeleteModelKey } from './delete-model-key.ts';
import { addDeleteProject } from './delete-project.ts';
import { addGetProject } from './get-project.ts';
import { addListContextRepositories } from './list-context-repositories.ts';
import { addListModelKeys } from './list-model-keys.ts';
import { addListModels } from './list-models.ts';
import { addListProjects } from './list-projects.ts';
import { addLookAtRepository } from '../connection/look-at-repository.ts';
import { addRemoveContextRepository } from './remove-context-repository.ts';
import type { RouteServices } from '../route-services.ts';
import { addSetModelKey } from './set-model-key.ts';

/** Adds the endpoints of projects and of their settings. */
export function addProjectsApi(app: FastifyInstance, services: RouteServices): void {
  addListProjects(app, services);
  addCreateProject(app, services);
  addGetProject(app, services);
  addChangeProject(app, services);
  addDeleteProject(app, services);
  addLookAtRepository(app, services);
  addListContextRepositories(app, services);
  addAddContextRepository(app, services);
  addRemoveContextRepository(app, services);
  addListModels(app, services);
  addCheckModel(app, services);
  addListModelKeys(app, services);
  addSetModelKey(app, services);
  addDeleteModelKey(app, services);
}
