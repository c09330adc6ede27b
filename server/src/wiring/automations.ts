import type { ModelFactories } from '../agent/models/registry.ts';
import type { AutomationServices } from '../automations/ports.ts';
import type { House } from './house.ts';
import { jobDefaultsOf } from './job-defaults.ts';
import { jobLimitsOf } from './job-limits.ts';
import { sightsOf } from './automation-sights.ts';

/** What automations read and start jobs with. */
export function automationsOf(house: House, models?: ModelFactories): AutomationServices {
  return {
    db: house.db,
    log: house.log,
    jobDefaults: (project) => jobDefaultsOf(house, project),
    prices: jobLimitsOf(house.settings).prices,
    sights: sightsOf(house, models),
    onRun: house.metrics?.ranAutomation,
  };
}
