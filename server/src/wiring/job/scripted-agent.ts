import { plainModel } from '../../agent/model.ts';
import type { AgentModel } from '../../agent/model.ts';
import { createScripted } from '../../agent/models/scripted/scripted.ts';
import { scriptedModel } from '../../projects/test-mode.ts';

/** The page of those docs that jobs write to. */
const jobsPage = 'get-started/quickstart.mdx';

/** The model of jobs of the test mode. */
export function scriptedAgent(): AgentModel {
  return plainModel(scriptedModel, createScripted({ page: jobsPage }));
}
