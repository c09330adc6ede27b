import { CopydeskError } from '@copydesk/contract';
import type { Project as PresentedProject, RepositoryLook, RepositoryLookRequest } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { gitAuthorization } from '../../code-hosts/hosted.ts';
import { describeHost } from '../../code-hosts/detect.ts';
import { connectProject } from '../../desk/project/connect-project.ts';
import { addContextRepository, removeContextRepository } from '../../desk/project/context-repositories.ts';
import { findMadeBefore } from '../../desk/made-once.ts';
import { deleteModelKey, setModelKey } from '../../desk/project/model-keys.ts';
import type { HttpProjects, MayUsePaths } from '../../http/projects-port.ts';
import { inTransaction } from '../../postgres/database.ts';
import { presentSettings } from '../../projects/present.ts';
import type { Project } from '../../projects/project.ts';
import { requireLive } from '../../projects/test-mode.ts';
import type { SecretBox } from '../../secrets/box.ts';
import type { Settings } from '../../settings.ts';
import type { Source } from '../../workspace/workspace.ts';
import { checkAndChangeProject } from './change-project.ts';
import type { AdmitPlace } from './change-project.ts';
import { connectionDraft, dropUndefined } from '../hosts/connections.ts';
import { exposureOf } from '../hosts/context-exposure.ts';
import { prepareContextRepository } from '../hosts/context-repositories.ts';
import { cleanFolder, checkAndCreateProject, locate, readMade } from './create-project.ts';
import type { ProjectParts } from './create-project.ts';
import { isAllowedPath } from '../hosts/allowed-paths.ts';
import { accessOf } from '../hosts/hosts.ts';
import { adaptToHost, requireUsable } from '../hosts/http-connections.ts';
import { useTemporaryClone, knownHostOf, findDocs } from '../site/find-docs.ts';
import type { ReadTurns } from '../job/read-turns.ts';
import { checkModelAddress, overviewOf, requireKeyFor, tryModel } from '../job/model-services.ts';
import { invalidAt, requirePublic } from '../start/public-address.ts';
import type { AddressGuard } from '../start/public-address.ts';
import { publicRepository } from '../hosts/repositories.ts';

/** What creating and changing projects over HTTP needs. */
export interface HttpProjectParts extends ProjectParts, AddressGuard, ReadTurns {
  box: SecretBox;
  settings: Settings;
}

/** Creates and changes projects for the API and the pages. */
export function httpProjects(parts: HttpProjectParts): HttpProjects {
  const inTurn = async <T>({ organisationId }: Pick<Actor, 'organisationId'>, work: () => Promise<T>): Promise<T> =>
    await parts.readTurns.spend(organisationId, work);
  return {
    present: (project) => present(parts, project),
    async lookAtRepository(who, mayUsePaths, request) {
      requireLive(who, 'a look at a repository');
      return await inTurn(who, async () => await readRepository(parts, mayUsePaths, request));
    },
    create: async (actor, request, once) => await inTurn(actor, async () => await create(parts, actor, request, once)),
    async change(actor, project, { revision, ...request }, mayUsePaths) {
      const admit = admitPlace(parts, mayUsePaths);
      const change = async () => await checkAndChangeProject(parts, actor, project, { request, revision, admit });
      const { repository, ref, docsFolder } = request;
      if (repository !== undefined) requireLive(project, 'another repository');
      const reads = [repository, ref, docsFolder].some((place) => place !== undefined);
      return reads ? await inTurn(actor, change) : await change();
    },
    async addContext(actor, project, { name, repository, ref }, mayUsePaths) {
      requireLive(project, 'a context repository');
      return await inTurn(actor, async () => {
        const located = await locate(repository, 'over-http');
        await admitPlace(parts, mayUsePaths)(located);
        const added = await prepareContextRepository(parts, project, { name, ref, ...located });
        await addContextRepository(parts.db, actor, project, added);
        return { ...added, exposure: await exposureOf(parts.workspace, project, added) };
      });
    },
    removeContext: async (actor, project, name) => {
      await removeContextRepository(parts.db, actor, project, name);
    },
    presentSaved: async (project) => {
      const { warnings } = await overviewOf(parts, project);
      return { ...present(parts, project), warnings };
    },
    models: async (project) => await overviewOf(parts, project),
    async checkModel(project, query) {
      requireLive(project, 'a provider of models');
      return await inTurn(project, async () => await tryModel(parts, { projectId: project.id, ...query }));
    },
    async setModelKey(actor, project, { provider, key, baseUrl }) {
      requireLive(project, 'a provider of models');
      const address = checkModelAddress(provider, baseUrl);
      requireKeyFor(provider, key);
      if (address !== undefined) await requirePublic(address, parts, '/baseUrl');
      return await setModelKey(parts, actor, project, { provider, key, baseUrl: address });
    },
    deleteModelKey: async (actor, project, provider) => {
      await deleteModelKey(parts.db, actor, project, provider);
    },
  };
}

async function create(
  parts: HttpProjectParts,
  actor: Actor,
  request: Parameters<HttpProjects['create']>[1],
  once: Parameters<HttpProjects['create']>[2],
): ReturnType<HttpProjects['create']> {
  const before = await inTransaction(parts.db, (transaction) => findMadeBefore(transaction, actor, once));
  if (before !== undefined) return await readMade(parts, actor, before);
  const { connection, model, ...rest } = request;
  if (request.repository !== undefined) requireLive(actor, 'a repository elsewhere');
  const draft = { ...rest, ...(model != null && { model }) };
  if (draft.repository === undefined) {
    if (connection) throw invalidAt('/connection', 'needs a repository at a code host');
    return await checkAndCreateProject(parts, actor, draft, { once });
  }
  const located = await locate(draft.repository, 'over-http');
  await admitPlace(parts, 'paths')(located);
  if (connection === undefined) return await checkAndCreateProject(parts, actor, draft, { once });
  const { place, credential, settings } = await connectable(parts, located, connection);
  const authorization = authorizationOf(place, credential);
  const made = await checkAndCreateProject(
    parts,
    actor,
    { ...draft, repository: place.gitUrl },
    { authorization, once },
  );
  const stored = connectionDraft(made.project.id, place, credential, dropUndefined(settings));
  const { webhookSecret } = await connectProject(parts, actor, made.project, stored);
  return { ...made, webhookSecret };
}

async function readRepository(
  parts: HttpProjectParts,
  mayUsePaths: MayUsePaths,
  { repository, ref, docsFolder = '', connection }: RepositoryLookRequest,
): Promise<RepositoryLook> {
  const located = await locate(repository, 'over-http');
  await admitPlace(parts, mayUsePaths)(located);
  const kind = located.repositoryKind === 'url' ? ('url' as const) : ('path' as const);
  const connected = connection && (await connectable(parts, located, connection));
  const authorization = connected && authorizationOf(connected.place, connected.credential);
  const location = connected?.place.gitUrl ?? located.repository;
  const source = { kind, location, ...(authorization && { authorization }) };
  return await useTemporaryClone(parts, source, async (own) => {
    const wanted = { ref, docsFolder: cleanFolder(docsFolder) };
    const { docs, site, branches, ...found } = await findDocs(parts, own, wanted);
    const { problems } = await docs.check();
    return {
      repositoryKind: kind,
      repository: location,
      host: kind === 'url' ? (connected?.place.host ?? knownHostOf(location)) : null,
      ref: found.ref,
      branches: branches.slice(0, 100),
      docsFolder: wanted.docsFolder,
      site: { kind: site.kind, label: site.label, isRecognised: site.isRecognised, pages: site.pages },
      problems: {
        errors: problems.filter(({ severity }) => severity === 'error').length,
        warnings: problems.filter(({ severity }) => severity === 'warning').length,
        first: problems.slice(0, 10).map(({ rule, severity, path, line, message }) => {
          return { rule, severity, path, line, message };
        }),
      },
    };
  });
}

/** Returns the connection that would be created. @throws CopydeskError `invalid_request`, `repository_invalid` */
async function connectable(
  guard: AddressGuard,
  located: Pick<Project, 'repositoryKind' | 'repository'>,
  request: NonNullable<RepositoryLookRequest['connection']>,
) {
  const { credential, host, apiUrl, ...settings } = request;
  if (located.repositoryKind !== 'url') throw invalidAt('/connection', 'needs a repository at a code host');
  if (credential === undefined) throw invalidAt('/connection/credential', 'is needed to connect a project');
  const place = describeHost(located.repository, { host, apiUrl });
  await requireUsable(guard, { place, credential, isNewApi: apiUrl !== undefined });
  return { place, credential: adaptToHost(place, credential), settings };
}

function authorizationOf(
  place: Awaited<ReturnType<typeof connectable>>['place'],
  credential: Awaited<ReturnType<typeof connectable>>['credential'],
): NonNullable<Source['authorization']> {
  const nobody = { login: null, draft: false, labels: [], reviewers: [] };
  return () => gitAuthorization(accessOf({ ...place, ...nobody }, credential, () => new Date()));
}

/**
 * Over HTTP an address must be public, and a path on this machine must be below a folder that the operator allows.
 *
 * @throws CopydeskError `insufficient_scope`, `repository_invalid`, `invalid_request`
 */
function admitPlace(parts: AddressGuard & Pick<HttpProjectParts, 'settings'>, mayUsePaths: MayUsePaths): AdmitPlace {
  return async ({ repositoryKind, repository }) => {
    if (repositoryKind === 'url') {
      if (!URL.canParse(repository)) throw invalidAt('/repository', 'is not the address of a repository');
      await requirePublic(repository, parts, '/repository');
      return;
    }
    if (mayUsePaths !== 'paths')
      throw new CopydeskError(
        'insufficient_scope',
        'A path on the machine of Copydesk may be given by an owner, or with an admin key. Give the address of the repository at its git server.',
      );
    if (!(await isAllowedPath(parts.settings, repository)))
      throw new CopydeskError(
        'repository_invalid',
        'Over HTTP, a repository on the machine of Copydesk may be named only below a folder that its operator allows with COPYDESK_REPOSITORY_FOLDERS. Give the address of the repository at its git server, or use the command on that machine.',
      );
  };
}

function present(app: ProjectParts, project: Project): PresentedProject {
  const { id, repositoryKind, repository, peopleFrom, revision } = project;
  const cloneUrl = repositoryKind === 'url' ? null : publicRepository(app, project);
  return {
    ...presentSettings(project),
    repositoryKind,
    // The path of a kept repository is never shown.
    repository: repositoryKind === 'kept' ? publicRepository(app, project) : repository,
    cloneUrl,
    peopleFrom,
    revision,
    page: `${app.url}/projects/${id}`,
  };
}
