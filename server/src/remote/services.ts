import { openClient } from '@copydesk/client';
import type { OperatorServices } from '../operator/operator.ts';
import { serverOnlyError } from './errors.ts';
import { automationCommands } from './automations.ts';
import { feedbackCommands } from './feedback.ts';
import { jobServices } from './jobs.ts';
import { keyServices } from './keys.ts';
import { connectionServices } from './connecting.ts';
import { contextRepositories } from './connections.ts';
import { modelServices } from './models.ts';
import { projectChanges } from './project-changes.ts';
import { peopleServices } from './people.ts';
import { openProjectFinder } from './projects.ts';
import { triggerServices } from './triggers.ts';
import { viewsServices, type SeenRange } from './views.ts';
import { webhookServices } from './webhooks.ts';

/** A server, and the key to use there. */
export interface Server {
  url: string;
  key: string;
  /** The project from the environment or from the repository, by its id or name. */
  project: string | undefined;
}

/** The services of the commands over HTTP, as far as a key may use them. */
export function remoteServices({ url, key, project }: Server, version: string): OperatorServices {
  const seen: SeenRange = { text: null };
  const desk = openClient({
    url,
    key,
    headers: { 'user-agent': `copydesk/${version}` },
    async fetch(request) {
      const response = await fetch(request);
      seen.text = response.headers.get('copydesk-range');
      return response;
    },
  });
  const projects = openProjectFinder(desk, project);
  return {
    ...jobServices(desk, projects),
    ...keyServices(desk),
    ...projectChanges(desk),
    ...peopleServices(desk),
    ...ofServer,
    connections: connectionServices(desk, projects.list),
    contextRepositories: contextRepositories(desk),
    webhooks: webhookServices(desk, projects),
    triggers: triggerServices(desk, projects),
    models: modelServices(desk),
    listProjects: projects.list,
    listVisible: projects.listVisible,
    findProject: projects.find,
    nameProject: projects.name,
    projectIdOf: projects.idOf,
    automations: automationCommands(desk),
    feedback: feedbackCommands(desk),
    askProject: async (projectId, query) => await desk.get('/v1/questions/{projectId}', { path: { projectId }, query }),
    proposeQuestions: async (projectId, query) =>
      await desk.get('/v1/questions/{projectId}/proposals', { path: { projectId }, query }),
    readReadability: async (projectId, query) =>
      await desk.get('/v1/readability/{projectId}', { path: { projectId }, query }),
    views: viewsServices(desk, seen),
    pollMilliseconds: 10_000,
    close: async () => {},
  };
}

const checksProjects = serverOnlyError('checks the docs of a project');
const makesFirstOwner = serverOnlyError('creates the first owner of a server');
const readsLogs = serverOnlyError('imports logs and the counts of other products');
const worksOnMirrors = serverOnlyError('works on the disk of the server');
const worksOnDatabase = serverOnlyError('works on the database itself');

/** Commands that need the database, the disk or the secrets of the server. */
const ofServer = {
  checkProject: checksProjects,
  createOwnerLink: makesFirstOwner,
  reclassifyViews: worksOnDatabase,
  importViews: readsLogs,
  importElsewhere: readsLogs,
  listImports: readsLogs,
  readImport: readsLogs,
  undoImport: readsLogs,
  planDistribution: worksOnDatabase,
  distribute: worksOnDatabase,
  measureSlices: worksOnDatabase,
  addSlices: worksOnDatabase,
  drainWorkers: worksOnDatabase,
  readDraining: worksOnDatabase,
  mirrors: { list: worksOnMirrors, restore: worksOnMirrors },
} satisfies Partial<OperatorServices>;
