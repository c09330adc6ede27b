import type { LeasedJob } from '../jobs/claim/lease.ts';
import { isTestOrganisation } from '../projects/test-mode.ts';
import type { WorkerServices } from './services.ts';

/**
 * Returns the services that a job is worked on with. A job of the test mode gets none that reach other servers, trace
 * collectors or job metrics. Its model is `test/scripted`, chosen by the model resolver. Its pull requests are local,
 * because its project cannot be connected.
 */
export function servicesFor(services: WorkerServices, { organisation_id: organisationId }: LeasedJob): WorkerServices {
  if (!isTestOrganisation(organisationId)) return services;
  const { onStage: _onStage, ...rest } = services;
  return { ...rest, sitemaps: undefined, tracing: undefined, hosted: async () => undefined };
}
