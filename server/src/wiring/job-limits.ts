import { priceOf } from '../agent/models/prices.ts';
import type { HttpServices } from '../http/services.ts';
import type { Settings } from '../settings.ts';

/** What bounds jobs, where their project says nothing itself. */
export function jobLimitsOf({ budget, modelPrices, workers }: Settings): HttpServices['jobLimits'] {
  const concurrency = { project: workers.projectConcurrency, total: workers.totalConcurrency };
  return { budget, prices: (model, day) => priceOf(model, day, modelPrices), concurrency };
}
