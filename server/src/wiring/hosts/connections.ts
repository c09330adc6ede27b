import type { ConnectionCredential, ConnectionSettings } from '@copydesk/contract';
import { describeHost, detectHost } from '../../code-hosts/detect.ts';
import { readRepositoryUrl } from '../../code-hosts/repository-address.ts';
import { gitAuthorization } from '../../code-hosts/hosted.ts';
import { planConnection } from '../../operator/project/plan-connection.ts';
import type { Connected, ConnectionPlan, ConnectionServices } from '../../operator/project/connections.ts';
import {
  changeConnection,
  connectProject,
  disconnectProject,
  renewWebhookSecret,
} from '../../desk/project/connect-project.ts';
import type { Actor } from '../../audit/actor.ts';
import { moveRepository, readConnection } from '../../projects/connection/connection.ts';
import type { CreatedProject } from '../../operator/operator.ts';
import type { ConnectionDraft } from '../../projects/connection/connection.ts';
import { findProject, listProjects } from '../../projects/project.ts';
import { commandActor } from '../services/command-actor.ts';
import { checkAndCreateProject } from '../services/create-project.ts';
import { accessOf, openCredential } from './hosts.ts';
import type { App } from '../app.ts';
import { tryConnection } from './try-connection.ts';

/** What the operator's commands do with connections, directly on the database. */
export function connectionServices(app: App, organisation: () => Promise<string>): ConnectionServices {
  const { db, box } = app;
  const actor = async (): Promise<Actor> => commandActor(await organisation());
  const named = async (projectId: string): Promise<{ id: string; name: string }> =>
    (await findProject(db, { organisationId: await organisation(), projectId })) ?? { id: projectId, name: '' };
  return {
    read: async (projectId) => await readConnection(db, projectId),
    async plan(request) {
      const projects = await listProjects(db, await organisation());
      return await planConnection(
        {
          projects,
          readConnection: async (projectId) => await readConnection(db, projectId),
          urlOf: (address) => readRepositoryUrl(address).href,
          describe: describeHost,
          detect: async (address, hint) => await detectHost(address, hint, clock),
        },
        request,
      );
    },
    async try(plan, { credential, settings, onCheck }) {
      const { connection, project } = plan;
      const opened = credential ?? (await openCredential(db, box, project?.id ?? ''));
      const { draft = false, labels = [], reviewers = [] } = { ...connection, ...dropUndefined(settings) };
      const access = accessOf({ ...plan, login: null, draft, labels, reviewers }, opened, clock);
      const ref = project?.ref ?? plan.draft.ref;
      return await tryConnection({ workspace: app.workspace, access, gitUrl: plan.gitUrl, ref, now: clock }, onCheck);
    },
    connect: async (plan, credential, settings) =>
      await connectPlanned(app, { actor: await actor(), plan, credential, settings }),
    async move(plan, settings) {
      const credential = await openCredential(db, box, plan.project?.id ?? '');
      return await connectPlanned(app, { actor: await actor(), plan, credential, settings });
    },
    change: async (projectId, settings) =>
      await changeConnection(db, await actor(), await named(projectId), dropUndefined(settings)),
    renewWebhookSecret: async (projectId) => await renewWebhookSecret(app, await actor(), await named(projectId)),
    disconnect: async (projectId) => await disconnectProject(db, await actor(), await named(projectId)),
    webhookUrl: async (projectId) => webhookUrl(app.url, projectId),
  };
}

/** Where the code host of a project sends its webhooks. */
export function webhookUrl(url: string, projectId: string): string {
  return `${url}/v1/code-host/${projectId}/webhook`;
}

function clock(): Date {
  return new Date();
}

/** Removes undefined settings: what is not given stays as it is. */
export function dropUndefined<T extends object>(settings: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what may be undefined may be absent
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}

/** Nothing is half created, with one exception: when only the connection could not be stored, the new project stays. */
async function connectPlanned(
  app: App,
  order: {
    actor: Actor;
    plan: ConnectionPlan;
    credential: ConnectionCredential;
    settings: ConnectionSettings;
  },
): Promise<Connected> {
  const { actor, plan, credential, settings } = order;
  const { project, site } = plan.project
    ? { project: plan.project, site: undefined }
    : await createPlanned(app, actor, plan, credential);
  const draft = connectionDraft(project.id, plan, credential, settings);
  const hasMoved = project.repository !== plan.gitUrl;
  const stored = await connectProject(app, actor, project, draft, async (transaction) => {
    if (hasMoved) await moveRepository(transaction, project.id, plan.gitUrl);
  });
  return { project, ...(site && { site }), ...stored, webhookUrl: webhookUrl(app.url, project.id) };
}

async function createPlanned(
  app: App,
  actor: Actor,
  plan: ConnectionPlan,
  credential: ConnectionCredential,
): Promise<CreatedProject> {
  const access = accessOf({ ...plan, login: null, draft: false, labels: [], reviewers: [] }, credential, clock);
  const authorization = () => gitAuthorization(access);
  return await checkAndCreateProject(app, actor, { ...plan.draft, repository: plan.gitUrl }, { authorization });
}

/** Returns what is stored of a credential for a project. */
export function connectionDraft(
  projectId: string,
  { host, apiUrl, repository }: Pick<ConnectionPlan, 'host' | 'apiUrl' | 'repository'>,
  credential: ConnectionCredential,
  settings: ConnectionSettings,
): ConnectionDraft {
  return {
    projectId,
    host,
    apiUrl,
    repository,
    credential: JSON.stringify(credential),
    credentialKind: credential.kind,
    hint: hintOf(credential),
    login: null,
    settings: dropUndefined(settings),
  };
}

/** Enough to distinguish credentials. The end of a short one would reveal too much of it. */
function hintOf(credential: ConnectionCredential): string {
  if (credential.kind === 'app') return `App ${credential.appId}`;
  if (credential.kind === 'password') return credential.username;
  return credential.token.length >= 16 ? `…${credential.token.slice(-4)}` : '…';
}
