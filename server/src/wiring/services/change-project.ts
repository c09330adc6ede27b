import { isCopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import { describeHost } from '../../code-hosts/detect.ts';
import { changeProject } from '../../desk/project/change-project.ts';
import type { ProjectOrder } from '../../desk/project/change-project.ts';
import { readConnection, renameConnected } from '../../projects/connection/connection.ts';
import type { Project, ProjectChange } from '../../projects/project.ts';
import { cleanFolder, locate, machineWith, requireModel, requireName } from './create-project.ts';
import type { ProjectParts } from './create-project.ts';
import { originOf } from '../hosts/hosts.ts';
import { useTemporaryClone, findDocs } from '../site/find-docs.ts';
import { invalidAt } from '../start/public-address.ts';
import { sourceOf } from '../hosts/repositories.ts';

/** The requested changes, as people write them: a repository is a URL or a path. */
export type ChangeRequest = Omit<ProjectChange, 'repositoryKind' | 'repositoryMachine'>;

type Located = Pick<Project, 'repositoryKind' | 'repository'>;

/** Refuses addresses that the caller may not give. On the server's own terminal, nothing is refused. */
export type AdmitPlace = (place: Located) => Promise<void>;

/**
 * Changes a project. A new repository, branch or folder is checked first, and must contain docs.
 *
 * @throws CopydeskError as {@link changeProject}; `repository_*`, `ref_not_found`.
 */
export async function checkAndChangeProject(
  parts: ProjectParts,
  actor: Actor,
  project: Project,
  { request, revision, admit }: { request: ChangeRequest; revision?: number; admit?: AdmitPlace },
): Promise<Project> {
  const { repository } = request;
  const change = changeOf(request);
  const order: ProjectOrder = { projectId: project.id, change, revision };
  const located = await elsewhere(project, { repository, admit });
  if (located !== undefined) Object.assign(order, await moveTo(parts, project, { change, located, admit }));
  else if (isOther(change.ref, project.ref) || isOther(change.docsFolder, project.docsFolder)) {
    const { ref = project.ref, docsFolder: folder = project.docsFolder } = change;
    if (project.repositoryKind !== 'kept') {
      await findDocs(parts, sourceOf(parts, project), { ref, docsFolder: folder });
    }
  }
  return await changeProject(parts.db, actor, order);
}

/** Returns the change without its repository, with what people write in its usual form. */
function changeOf(request: ChangeRequest): ProjectChange {
  const { repository: _repository, name, docsFolder, model, helperModel, questionsModel, ...rest } = request;
  return {
    ...rest,
    ...(name !== undefined && { name: requireName(name) }),
    ...(docsFolder !== undefined && { docsFolder: cleanFolder(docsFolder) }),
    ...(model !== undefined && { model: model === null ? null : requireModel(model) }),
    ...(helperModel !== undefined && { helperModel: requireModel(helperModel ?? undefined, '/helperModel') }),
    ...(questionsModel !== undefined && {
      questionsModel: requireModel(questionsModel ?? undefined, '/questionsModel'),
    }),
  };
}

function isOther(wanted: string | undefined, is: string): boolean {
  return wanted !== undefined && wanted !== is;
}

/** Returns where a repository is that is not the project's own in another spelling. */
async function elsewhere(
  project: Project,
  { repository, admit }: { repository: string | undefined; admit: AdmitPlace | undefined },
): Promise<Located | undefined> {
  if (repository === undefined || repository === project.repository) return undefined;
  const located = await locate(repository, admit === undefined ? 'command' : 'over-http');
  const isSame = located.repositoryKind === project.repositoryKind && located.repository === project.repository;
  return isSame ? undefined : located;
}

/** Checks the new repository with the credential of the connection, if that is for its host. */
async function moveTo(
  parts: ProjectParts,
  project: Project,
  { change, located, admit }: { change: ProjectChange; located: Located; admit: AdmitPlace | undefined },
): Promise<Pick<ProjectOrder, 'change' | 'along'>> {
  await admit?.(located);
  const name = await nameAtHost(parts, project, located);
  const kind = located.repositoryKind === 'url' ? 'url' : 'path';
  const authorization = () => parts.hosts.authorization(project, located.repository);
  const place = { kind, location: located.repository, ...(kind === 'url' && { authorization }) } as const;
  const wanted = { ref: change.ref, docsFolder: change.docsFolder ?? project.docsFolder };
  const found = await useTemporaryClone(parts, place, async (source) => await findDocs(parts, source, wanted));
  const repositoryMachine = await machineWith(parts, located);
  return {
    change: { ...change, ...located, repositoryMachine, ref: found.ref },
    along: async (transaction) => {
      if (name !== undefined) await renameConnected(transaction, project.id, name);
    },
  };
}

/**
 * Returns the code host's name for the new repository when the project is connected: its credential was given for that
 * host and is sent to no other.
 */
async function nameAtHost({ db }: ProjectParts, project: Project, located: Located): Promise<string | undefined> {
  const connection = await readConnection(db, project.id);
  if (connection === undefined) return undefined;
  const { host, apiUrl } = connection;
  const isThere = originOf(located.repository) === originOf(project.repository);
  if (located.repositoryKind !== 'url' || !isThere) throw otherHostError();
  try {
    return describeHost(located.repository, { host, apiUrl: apiUrl === '' ? undefined : apiUrl }).repository;
  } catch (error) {
    throw isCopydeskError(error, 'invalid_request') ? otherHostError() : error;
  }
}

function otherHostError() {
  return invalidAt(
    '/repository',
    'is not at the code host that the project is connected with, and its credential is never sent to another host. Disconnect the ' +
      'project first, and connect it again afterwards',
  );
}
