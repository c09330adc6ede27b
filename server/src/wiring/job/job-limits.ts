import { priceOf } from '../../agent/models/prices.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Settings } from '../../settings.ts';

/** Returns the limits of jobs, for projects that set none themselves. */
export function jobLimitsOf({ budget, modelPrices, workers }: Settings): HttpServices['jobLimits'] {
  const concurrency = { project: workers.projectConcurrency, total: workers.totalConcurrency };
  return { budget, prices: (model, day) => priceOf(model, day, modelPrices), concurrency };
}
