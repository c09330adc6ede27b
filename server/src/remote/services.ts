import { openClient } from '@copydesk/client';
import type { OperatorServices } from '../operator/operator.ts';
import { onServerOnly } from './errors.ts';
import { automationCommands } from './automations.ts';
import { jobServices } from './jobs.ts';
import { keyServices } from './keys.ts';
import { listContextRepositories, readConnection } from './connections.ts';
import { openProjectFinder } from './projects.ts';
import { viewsServices, type SeenRange } from './views.ts';

/** A server, and as whom it is asked. */
export interface Server {
  url: string;
  key: string;
  /** The project of the environment or of the repository, by its id or name. */
  project: string | undefined;
}

/** What the commands do, over HTTP, as far as a key may. */
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
    ...ofServer,
    connections: { ...connectionsOfServer, read: (id) => readConnection(desk, id) },
    contextRepositories: { add: connects, remove: connects, list: (id) => listContextRepositories(desk, id) },
    listProjects: projects.list,
    findProject: projects.find,
    projectIdOf: projects.idOf,
    automations: automationCommands(desk),
    views: viewsServices(desk, seen),
    lookAgainMilliseconds: 10_000,
    close: async () => {},
  };
}

const changesProjects = onServerOnly('makes, changes and checks projects');
const knowsPeople = onServerOnly('signs people in');
const readsLogs = onServerOnly('takes in logs and the counts of other products');
const worksOnDatabase = onServerOnly('works on the database itself');
const sendsWebhooks = onServerOnly('manages webhooks');
const managesTriggers = onServerOnly('manages triggers');
const connects = onServerOnly('manages connections');
const holdsModels = onServerOnly('manages models and their keys');

const connectionsOfServer = {
  plan: connects,
  try: connects,
  connect: connects,
  move: connects,
  change: connects,
  renewWebhookSecret: connects,
  disconnect: connects,
  webhookUrl: connects,
};

/** What takes the database, the disk or the secrets of the server. */
const ofServer = {
  createProject: changesProjects,
  setProject: changesProjects,
  readContents: changesProjects,
  deleteProject: changesProjects,
  checkProject: changesProjects,
  askProject: changesProjects,
  createPerson: knowsPeople,
  listPeople: knowsPeople,
  createSignInLink: knowsPeople,
  createOwnerLink: knowsPeople,
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
  triggers: { create: managesTriggers, list: managesTriggers, rotate: managesTriggers, delete: managesTriggers },
  drainWorkers: worksOnDatabase,
  readDraining: worksOnDatabase,
  webhooks: {
    create: sendsWebhooks,
    list: sendsWebhooks,
    delete: sendsWebhooks,
    enable: sendsWebhooks,
    test: sendsWebhooks,
    deliveries: sendsWebhooks,
    redeliver: sendsWebhooks,
  },
  models: { list: holdsModels, check: holdsModels, setKey: holdsModels, deleteKey: holdsModels },
} satisfies Partial<OperatorServices>;
