import { isApiError } from '@copydesk/client';
import type { Client, ConnectionChecks, ConnectionRequest, SetConnection } from '@copydesk/client';
import type { ConnectionSettings } from '@copydesk/contract';
import { CopydeskError } from '@copydesk/contract/errors';
import { planConnection } from '../operator/project/plan-connection.ts';
import type { Attempt, Connected, ConnectionPlan, ConnectionServices } from '../operator/project/connections.ts';
import type { Project } from '../projects/project.ts';
import { presentConnection, readConnection } from './connections.ts';
import { presentHere } from './projects.ts';

const hosts = async () => await import('./host-detection.ts');

const connectionPath = '/v1/projects/{projectId}/connection';

/** The connection commands over HTTP: with a key of the scope `admin`. */
export function connectionServices(desk: Client, listProjects: () => Promise<Project[]>): ConnectionServices {
  const change = async (projectId: string, body: ConnectionRequest) =>
    await desk.put(connectionPath, { path: { projectId }, body });
  return {
    read: async (projectId) => await readConnection(desk, projectId),
    async plan(request) {
      const { describeHost, detectHost, readRepositoryUrl } = await hosts();
      return await planConnection(
        {
          projects: await listProjects(),
          readConnection: async (projectId) => await readConnection(desk, projectId),
          urlOf: (address) => readRepositoryUrl(address).href,
          describe: describeHost,
          detect: async (address, hint) => await detectHost(address, hint, () => new Date()),
        },
        request,
      );
    },
    async try(plan, attempt) {
      const { checks, ok } = await tryPlanned(desk, plan, attempt);
      for (const { isAdvice, ...check } of checks) attempt.onCheck({ ...check, ...(isAdvice && { isAdvice }) });
      return ok;
    },
    async connect(plan, credential, settings) {
      if (plan.project === undefined)
        return await connectNew(desk, plan, { ...(await orderOf(plan, settings)), credential });
      const project = await moveProject(desk, plan.project, plan);
      return connectedTo(project, await change(project.id, { ...(await orderOf(plan, settings)), credential }));
    },
    async move(plan, settings) {
      if (plan.project === undefined) throw new CopydeskError('not_found', 'There is no project to move.');
      const project = await moveProject(desk, plan.project, plan);
      return connectedTo(project, await change(project.id, settings));
    },
    change: async (projectId, settings) => presentConnection(projectId, await change(projectId, settings)),
    async renewWebhookSecret(projectId) {
      return requireSecret(await desk.post(`${connectionPath}/webhook-secret`, { path: { projectId } }));
    },
    async disconnect(projectId) {
      const before = await readConnection(desk, projectId);
      await desk.delete(connectionPath, { path: { projectId } });
      return before !== undefined;
    },
    async webhookUrl(projectId) {
      const found = await desk.get(connectionPath, { path: { projectId } });
      return found.webhook.url;
    },
  };
}

/** Leaves out the default address of an API: only a different address must be public, and is checked. */
async function orderOf(
  { host, apiUrl, gitUrl, connection }: ConnectionPlan,
  settings: ConnectionSettings,
): Promise<ConnectionRequest> {
  if (host === 'git' || connection?.apiUrl === apiUrl) return { host, ...settings };
  const { describeHost } = await hosts();
  return apiUrl === describeHost(gitUrl, { host }).apiUrl ? { host, ...settings } : { host, apiUrl, ...settings };
}

/** Runs all checks at the host for an existing project; for another repository, only those that read. */
async function tryPlanned(desk: Client, plan: ConnectionPlan, attempt: Attempt): Promise<Trial> {
  const { project, gitUrl } = plan;
  if (project?.repository !== gitUrl) return await look(desk, plan, attempt);
  return await desk.post(`${connectionPath}/check`, {
    path: { projectId: project.id },
    body: await bodyOf(plan, attempt),
  });
}

type Trial = Pick<ConnectionChecks, 'ok' | 'checks'>;

async function bodyOf(plan: ConnectionPlan, { credential, settings }: Attempt): Promise<ConnectionRequest> {
  return { ...(await orderOf(plan, settings)), ...(credential && { credential }) };
}

/** Checks a repository that no project of the server has: it is read, and nothing is pushed. */
async function look(desk: Client, plan: ConnectionPlan, attempt: Attempt): Promise<Trial> {
  const { ref, docsFolder } = plan.draft;
  const body = { repository: plan.gitUrl, ref, docsFolder, connection: await bodyOf(plan, attempt) };
  try {
    const found = await desk.post('/v1/repositories/look', { body });
    const detail = `the branch ${found.ref} has docs: ${found.site.label}, ${found.site.pages === 1 ? '1 page' : `${found.site.pages} pages`}`;
    return { ok: true, checks: [{ name: 'read', ok: true, detail, isAdvice: false }, pushIsNotTried] };
  } catch (error) {
    if (!isApiError(error) || !/^(?:repository_|code_host_|ref_not_found)/.test(error.code)) throw error;
    return { ok: false, checks: [{ name: 'read', ok: false, detail: error.message, isAdvice: false }] };
  }
}

const pushIsNotTried: Trial['checks'][number] = {
  name: 'push',
  ok: false,
  detail: 'can be tried when the project exists: "copydesk project connect <project> --check"',
  isAdvice: true,
};

async function connectNew(desk: Client, plan: ConnectionPlan, connection: ConnectionRequest): Promise<Connected> {
  const { name, ref, docsFolder } = plan.draft;
  const body = { name, repository: plan.gitUrl, ref, docsFolder, connection };
  const project = await presentHere(await desk.post('/v1/projects', { body, idempotencyKey: crypto.randomUUID() }));
  // Creating a project returns no secret, so the current one was never shown: replace it.
  const renewed = await desk.post(`${connectionPath}/webhook-secret`, { path: { projectId: project.id } });
  return connectedTo(project, renewed);
}

/** Returns the project with its new address, which the server checks first. */
async function moveProject(desk: Client, project: Project, { gitUrl }: ConnectionPlan): Promise<Project> {
  if (project.repository === gitUrl) return project;
  const body = { repository: gitUrl };
  return await presentHere(await desk.patch('/v1/projects/{projectId}', { path: { projectId: project.id }, body }));
}

function connectedTo(project: Project, set: SetConnection): Connected {
  const { webhookSecret, ...connection } = set;
  return {
    project,
    connection: presentConnection(project.id, connection),
    webhookUrl: connection.webhook.url,
    webhookSecret: webhookSecret ?? undefined,
  };
}

function requireSecret({ webhookSecret }: SetConnection): string {
  if (webhookSecret !== null) return webhookSecret;
  throw new CopydeskError('answer_unknown', 'The server created no new secret. Try again.');
}
