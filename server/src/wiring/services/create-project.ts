import { readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CopydeskError } from '@copydesk/contract';
import { isModelName } from '../../agent/models/registry.ts';
import type { Actor } from '../../audit/actor.ts';
import { withScheme } from '../../code-hosts/repository-address.ts';
import { createProject } from '../../desk/project/create-project.ts';
import type { Once } from '../../desk/made-once.ts';
import type { CreatedProject, ProjectDraft } from '../../operator/operator.ts';
import { newProjectId } from '../../projects/identifiers.ts';
import type { Database } from '../../postgres/database.ts';
import { nameMachine } from '../../projects/repository-machine.ts';
import { findProject, isNameFree, nameInUse } from '../../projects/project.ts';
import type { NewProject, Project } from '../../projects/project.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import { commitFirst } from '../../workspace/kept/first-commit.ts';
import { createKept } from '../../workspace/kept/kept.ts';
import type { App } from '../app.ts';
import { findDocs } from '../site/find-docs.ts';
import { invalidAt } from '../start/public-address.ts';
import { testDocs } from '../site/test-docs.ts';
import { keptRepository, publicRepository, sourceOf } from '../hosts/repositories.ts';
import type { Source } from '../../workspace/workspace.ts';

/** The parts of the app that creating projects needs. */
export type ProjectParts = Pick<App, 'db' | 'workspace' | 'docs' | 'hosts' | 'keptDirectory' | 'machine' | 'url'>;

/** How a project is created, besides its own fields. */
interface CreationOptions {
  /** The credential for reading a private repository, before the project can have a connection. */
  authorization?: Source['authorization'];
  /** Identifies a request that may be repeated. */
  once?: Once;
}

/**
 * Checks the repository, or creates one, and then stores the project.
 *
 * @throws CopydeskError `invalid_request`, `repository_*`, `ref_not_found`, `idempotency_key_*`.
 */
export async function checkAndCreateProject(
  parts: ProjectParts,
  actor: Actor,
  draft: ProjectDraft,
  creation: CreationOptions = {},
): Promise<CreatedProject & { replayed: boolean }> {
  const id = newProjectId();
  const common = {
    id,
    organisationId: actor.organisationId,
    name: requireName(draft.name),
    docsFolder: cleanFolder(draft.docsFolder ?? ''),
    model: requireModel(draft.model),
    origins: draft.origins,
    peopleFrom: draft.peopleFrom,
  };
  await requireNameFree(parts.db, common);
  if (draft.repository === undefined) return await createKeptProject(parts, actor, common, { draft, creation });
  const located = await locate(draft.repository);
  const { authorization } = creation;
  const source: Source = { ...sourceOf(parts, { id, ...located }), ...(authorization && { authorization }) };
  let isMade = false;
  try {
    const { ref, site } = await findDocs(parts, source, { ref: draft.ref, docsFolder: common.docsFolder });
    const place = { ...located, repositoryMachine: await machineWith(parts, located) };
    const made = await createProject(parts.db, actor, { ...common, ...place, ref }, creation.once);
    if ('madeBefore' in made) return await readMade(parts, actor, made.madeBefore);
    isMade = true;
    return { ...created(parts, made.project), site, replayed: false };
  } finally {
    if (!isMade) await parts.workspace.forget(source);
  }
}

/** Returns what the first try of the request created. @throws CopydeskError `not_found` when it was deleted since. */
export async function readMade(
  parts: ProjectParts,
  { organisationId }: Actor,
  projectId: string,
): Promise<CreatedProject & { replayed: boolean }> {
  const project = await findProject(parts.db, { organisationId, projectId });
  if (project !== undefined) return { ...created(parts, project), site: undefined, replayed: true };
  throw new CopydeskError('not_found', 'The project that this request made was deleted since. Use another key.');
}

function created(parts: ProjectParts, project: Project): Pick<CreatedProject, 'project' | 'cloneUrl'> {
  return { project, cloneUrl: project.repositoryKind === 'url' ? undefined : publicRepository(parts, project) };
}

type Common = Pick<NewProject, 'organisationId' | 'name' | 'docsFolder' | 'model' | 'origins' | 'peopleFrom'> & {
  id: string;
};

async function createKeptProject(
  parts: ProjectParts,
  actor: Actor,
  common: Common,
  { draft, creation }: { draft: ProjectDraft; creation: CreationOptions },
): Promise<CreatedProject & { replayed: boolean }> {
  const repository = keptRepository(parts, common.id);
  const ref = draft.ref ?? 'main';
  let isMade = false;
  try {
    await createKept(repository, { initialBranch: ref });
    const { filesFrom = docsFor(actor) } = draft;
    if (filesFrom !== undefined) await commitFiles(repository, ref, filesFrom);
    const place = { repositoryKind: 'kept' as const, repository };
    const kept = { ...common, ...place, repositoryMachine: await machineWith(parts, place), ref };
    const made = await createProject(parts.db, actor, kept, creation.once);
    if ('madeBefore' in made) return await readMade(parts, actor, made.madeBefore);
    isMade = true;
    return { ...created(parts, made.project), site: undefined, replayed: false };
  } finally {
    if (!isMade) await rm(repository, { recursive: true, force: true });
  }
}

/** A project that is created with a test key has docs at once. */
function docsFor({ organisationId }: Actor): string | undefined {
  return isTestOrganisation(organisationId) ? testDocs : undefined;
}

/** Checked before a repository is fetched, which can take minutes. The database makes sure of it. */
async function requireNameFree(db: Database, { organisationId, name }: Common): Promise<void> {
  if (await isNameFree(db, organisationId, name)) return;
  throw nameInUse(name);
}

/** Commits the files of a folder into an empty repository. */
export async function commitFiles(repository: string, branch: string, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(folder, file).split(path.sep).join('/');
        return { path: name, content: await readFile(file), mode: '100644' as const };
      }),
  );
  const author = { name: 'Copydesk', email: 'copydesk@noreply.invalid' };
  await commitFirst(repository, { branch, files, message: 'Begin the docs\n', author, at: new Date() });
}

/**
 * Returns the id of this machine for a repository on its disk, and makes its name known to others; null for a
 * repository on a git server.
 */
export async function machineWith(
  { db, machine }: Pick<ProjectParts, 'db' | 'machine'>,
  { repositoryKind }: Pick<NewProject, 'repositoryKind'>,
): Promise<string | null> {
  if (repositoryKind === 'url') return null;
  await nameMachine(db, machine);
  return machine.id;
}

/**
 * Returns a URL unchanged, and a path made absolute: a project must mean the same wherever a worker is started. What is
 * no folder here and begins like a host, such as `github.com/acme/docs`, is an https address. Over HTTP, nobody means
 * the folder in which the server happens to run, so a path must be absolute.
 */
export async function locate(
  repository: string,
  from: 'command' | 'over-http' = 'command',
): Promise<Pick<NewProject, 'repositoryKind' | 'repository'>> {
  // An empty path would resolve to the folder that the command happens to run in.
  if (repository.trim() === '') throw invalidAt('/repository', 'must not be empty; leave it out for a new one');
  if (/^file:\/\/\//i.test(repository)) return await locate(pathOfFile(repository), from);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(repository)) return { repositoryKind: 'url', repository };
  if (/^[\w.-]+@[\w.-]+:/.test(repository)) {
    throw new CopydeskError(
      'repository_invalid',
      'Addresses over SSH (user@host:path) are not supported. Give the https address of the repository.',
    );
  }
  const address = withScheme(repository);
  if (from === 'over-http' && !path.isAbsolute(repository)) {
    if (address === repository)
      throw invalidAt(
        '/repository',
        'must be the address of a repository, or an absolute path on the machine of Copydesk',
      );
    return { repositoryKind: 'url', repository: address };
  }
  const absolute = path.resolve(repository);
  // Resolving links would tell where they lead, before anybody has asked whether the path may be named.
  if (from === 'over-http') return { repositoryKind: 'path', repository: absolute };
  if (address !== repository && !(await isFolder(absolute))) return { repositoryKind: 'url', repository: address };
  const real = await realpath(absolute).catch(() => absolute);
  return { repositoryKind: 'path', repository: real };
}

async function isFolder(place: string): Promise<boolean> {
  return await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Encoded slashes, and what is not UTF-8, are no path. */
function pathOfFile(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw invalidAt('/repository', 'is no file URL of a folder on this machine');
  }
}

/** @throws CopydeskError `invalid_request`. */
export function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= 100) return trimmed;
  throw invalidAt('/name', 'must have 1 to 100 characters');
}

/** @throws CopydeskError `invalid_request`. */
export function requireModel(model: string | undefined, pointer = '/model'): string | null {
  if (model === undefined) return null;
  if (isModelName(model)) return model;
  throw invalidAt(pointer, 'must be provider/name, such as anthropic/claude-sonnet-5-5');
}

/** `./docs/` → `docs`. @throws CopydeskError `invalid_request` for a folder outside of the repository. */
export function cleanFolder(folder: string): string {
  const clean = path.posix.normalize(folder.replaceAll('\\', '/')).replace(/^\.?\/+|\/+$/g, '');
  if (clean === '.' || clean === '') return '';
  if (clean === '..' || clean.startsWith('../'))
    throw invalidAt('/docsFolder', 'must be a folder within the repository');
  return clean;
}
