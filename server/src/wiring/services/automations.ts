import type { ModelFactories } from '../../agent/models/registry.ts';
import type { AutomationServices } from '../../automations/ports.ts';
import type { App } from '../app.ts';
import { jobDefaultsOf } from '../job/job-defaults.ts';
import { followsPrompt } from '../job/job-model.ts';
import { jobLimitsOf } from '../job/job-limits.ts';
import { automationSourcesOf } from './automation-sources.ts';

/** What automations read and start jobs with. */
export function automationsOf(app: App, models?: ModelFactories): AutomationServices {
  return {
    db: app.db,
    log: app.log,
    jobDefaults: (project) => jobDefaultsOf(app, project),
    followsPrompt,
    prices: jobLimitsOf(app.settings).prices,
    sources: automationSourcesOf(app, models),
    onRun: app.metrics?.ranAutomation,
  };
}
