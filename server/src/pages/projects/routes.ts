import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../../http/services.ts';
import type { Site } from '../view/site.ts';
import { addProjectsPage } from './list.ts';
import { addNewProjectPages } from './new/routes.ts';
import { addProjectOverview } from './overview.ts';
import { addSettingsPages } from './settings/routes.ts';

/** Adds the pages of projects: the list, the steps to a new one, the overview of each, and its settings. */
export function addProjectPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  addProjectsPage(app, services, site);
  addNewProjectPages(app, services, site);
  addProjectOverview(app, services, site);
  addSettingsPages(app, services, site);
}
