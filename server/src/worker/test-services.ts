import type { LeasedJob } from '../jobs/lease.ts';
import { isTestOrganisation } from '../projects/test-mode.ts';
import type { WorkerServices } from './services.ts';

/**
 * What a job is worked on with: for one of the test mode without all that reaches other servers, collectors of traces and what is
 * measured of jobs. Its model is `test/scripted` by whoever resolves models; its pull requests are here, since its project cannot be
 * connected.
 */
export function servicesFor(services: WorkerServices, { organisation_id: organisationId }: LeasedJob): WorkerServices {
  if (!isTestOrganisation(organisationId)) return services;
  const { sitemaps: _sitemaps, tracing: _tracing, onStage: _onStage, ...rest } = services;
  return { ...rest, hosted: async () => undefined };
}
