import type { OperatorServices } from '../../operator/operator.ts';
import type { App } from '../app.ts';
import { connectionServices } from '../hosts/connections.ts';
import { contextRepositoryServices } from '../hosts/context-repositories.ts';
import { mirrorServices } from '../hosts/mirrors.ts';
import { jobCommands } from '../commands/job-commands.ts';
import { jobNews, jobReads } from '../commands/job-reads.ts';
import { modelServices } from '../job/model-services.ts';
import { drainServices } from '../start/drain.ts';
import { distributionCommands } from '../commands/distribution-commands.ts';
import { importCommands } from '../commands/import-commands.ts';
import { sliceServices } from '../views/slice-services.ts';
import { viewsServices } from '../views/views-services.ts';
import { automationCommands } from '../commands/automation-commands.ts';
import { feedbackCommands } from '../commands/feedback-commands.ts';
import { keyServices } from './key-services.ts';
import { ownOrganisation } from '../commands/own-organisation.ts';
import { peopleCommands } from '../commands/people-commands.ts';
import { projectCommands } from '../commands/project-commands.ts';
import { triggerServices } from './trigger-services.ts';
import { webhookServices } from './webhook-services.ts';

/** What the operator's commands do, directly on the database: no key and no quota applies. */
export function operatorServices(app: App): OperatorServices {
  const own = ownOrganisation(app);
  const { id: organisation, actor, project } = own;
  return {
    ...projectCommands(app, own),
    ...keyServices(app, organisation),
    ...drainServices(app),
    ...peopleCommands(app, own),
    ...jobCommands(app, own),
    ...jobReads(app, own),
    ...jobNews(app),
    views: viewsServices(app, project),
    ...importCommands(app, own),
    ...distributionCommands(app),
    ...sliceServices(app, project),
    webhooks: webhookServices(app, actor),
    mirrors: mirrorServices(app, project),
    triggers: triggerServices(app, actor),
    automations: automationCommands(app, actor),
    feedback: feedbackCommands(app, actor),
    models: modelServices(app, actor),
    connections: connectionServices(app, organisation),
    contextRepositories: contextRepositoryServices(app, project, actor),
    close: () => app.close(),
  };
}
