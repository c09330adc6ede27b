import type { WorkerServices } from '../../src/worker/services.ts';

/** The services that the simulation and most tests do without: no other servers, no settings of an operator, and nothing to mask. */
export const absentServices = {
  sitemaps: undefined,
  style: undefined,
  authorization: async () => undefined,
  hosted: async () => undefined,
  ownSecrets: async () => [],
  jobUrl: ({ id }) => `http://desk.test/jobs/${id}`,
  reports: undefined,
  removeKept: async () => {},
  automations: undefined,
  mostSlices: undefined,
  tracing: undefined,
} satisfies Partial<WorkerServices>;
