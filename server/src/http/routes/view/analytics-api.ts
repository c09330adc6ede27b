import type { FastifyInstance } from 'fastify';
import { addExportViews } from './export-views.ts';
import { addGetAgents } from './get-agents.ts';
import { addGetCommitEffect } from '../job/get-commit-effect.ts';
import { addGetBots } from './get-bots.ts';
import { addGetUnknownReaders } from './get-unknown-readers.ts';
import { addGetLatestViews } from './get-latest-views.ts';
import { addGetNotFound } from './get-not-found.ts';
import { addRepairNotFound } from './repair-not-found.ts';
import { addGetPage } from './get-page.ts';
import { addGetReferrers } from './get-referrers.ts';
import { addGetReport } from './get-report.ts';
import { addGetTimeseries } from './get-timeseries.ts';
import { addGetViewsHealth } from './get-views-health.ts';
import { addGetViews } from './get-views.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints that read page views. */
export function addAnalyticsApi(app: FastifyInstance, services: RouteServices): void {
  addGetViews(app, services);
  addExportViews(app, services);
  addGetCommitEffect(app, services);
  addGetReport(app, services);
  addGetTimeseries(app, services);
  addGetAgents(app, services);
  addGetNotFound(app, services);
  addRepairNotFound(app, services);
  addGetReferrers(app, services);
  addGetViewsHealth(app, services);
  addGetPage(app, services);
  addGetBots(app, services);
  addGetUnknownReaders(app, services);
  addGetLatestViews(app, services);
}
