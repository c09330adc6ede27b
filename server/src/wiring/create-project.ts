import { readdir, readFile, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CopydeskError } from '@copydesk/contract';
import { isModelName } from '../agent/models/registry.ts';
import type { FoundSite } from '../operator/found-site.ts';
import type { CreatedProject, ProjectDraft } from '../operator/operator.ts';
import { newProjectId } from '../projects/identifiers.ts';
import { createProject } from '../projects/project.ts';
import type { NewProject } from '../projects/project.ts';
import { commitFirst } from '../workspace/first-commit.ts';
import { createKept } from '../workspace/kept.ts';
import type { House } from './house.ts';
import { keptRepository, publicRepository, sourceOf } from './repositories.ts';
import type { Source } from '../workspace/workspace.ts';

/**
 * Looks at the repository, or makes one, and then stores the project.
 *
 * @param authorization by what a private repository is looked at, before the project can have a connection.
 * @throws CopydeskError `invalid_request`, `repository_*`, `ref_not_found`.
 */
export async function createHouseProject(
  house: House,
  organisationId: string,
  draft: ProjectDraft,
  authorization?: Source['authorization'],
): Promise<CreatedProject> {
  const id = newProjectId();
  const common = {
    id,
    organisationId,
    name: requireName(draft.name),
    docsFolder: cleanFolder(draft.docsFolder ?? ''),
    model: requireModel(draft.model),
    origins: draft.origins,
    peopleFrom: draft.peopleFrom,
  };
  if (draft.repository === undefined) return await createKeptProject(house, common, draft);
  const located = await locate(draft.repository);
  const source: Source = { ...sourceOf(house, { id, ...located }), ...(authorization && { authorization }) };
  const { defaultRef, refs } = await house.workspace.probe(source);
  const ref = draft.ref ?? defaultRef;
  if (ref === undefined || !refs.has(ref)) throw noSuchRef(ref, [...refs.keys()]);
  try {
    const site = await requireDocs(house, source, { ref, docsFolder: common.docsFolder });
    const project = await createProject(house.db, { ...common, ...located, ref });
    const cloneUrl = located.repositoryKind === 'path' ? publicRepository(house, project) : undefined;
    return { project, cloneUrl, site };
  } catch (error) {
    await house.workspace.forget(source);
    throw error;
  }
}

type Common = Pick<NewProject, 'organisationId' | 'name' | 'docsFolder' | 'model' | 'origins' | 'peopleFrom'> & {
  id: string;
};

async function createKeptProject(house: House, common: Common, draft: ProjectDraft): Promise<CreatedProject> {
  const repository = keptRepository(house, common.id);
  const ref = draft.ref ?? 'main';
  try {
    await createKept(repository, { initialBranch: ref });
    if (draft.filesFrom !== undefined) await commitFiles(repository, ref, draft.filesFrom);
    const project = await createProject(house.db, { ...common, repositoryKind: 'kept', repository, ref });
    return { project, cloneUrl: publicRepository(house, project), site: undefined };
  } catch (error) {
    await rm(repository, { recursive: true, force: true });
    throw error;
  }
}

async function commitFiles(repository: string, branch: string, folder: string): Promise<void> {
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

/** A URL as it is, a path made absolute: a project must mean the same from wherever a worker is started. */
export async function locate(repository: string): Promise<Pick<NewProject, 'repositoryKind' | 'repository'>> {
  // An empty path would be resolved to the folder that the command happens to run in.
  if (repository.trim() === '') throw invalid('repository', 'must not be empty; leave it out for a new one');
  if (/^file:\/\/\//i.test(repository)) return await locate(fileURLToPath(repository));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(repository)) return { repositoryKind: 'url', repository };
  if (/^[\w.-]+@[\w.-]+:/.test(repository)) {
    throw new CopydeskError(
      'repository_invalid',
      'Addresses over SSH (user@host:path) are not supported. Give the https address of the repository.',
    );
  }
  const absolute = path.resolve(repository);
  const real = await realpath(absolute).catch(() => absolute);
  return { repositoryKind: 'path', repository: real };
}

/** Makes the clone, so that the first job finds it, makes sure that there is something to edit, and says what. */
async function requireDocs(
  house: House,
  source: Source,
  project: { ref: string; docsFolder: string },
): Promise<FoundSite> {
  const repository = await house.workspace.repository(source);
  const head = await repository.head(project.ref);
  if (head === undefined) throw noSuchRef(project.ref, []);
  const prefix = project.docsFolder === '' ? '' : `${project.docsFolder}/`;
  const tree = await repository.openTree(head);
  const inFolder = tree.entries().filter((entry) => entry.path.startsWith(prefix));
  if (inFolder.some((entry) => /\.(md|mdx|markdown)$/i.test(entry.path))) {
    const site = await house.docs.of(tree, { folder: project.docsFolder }).site();
    const { kind, label, isRecognised, pages, leftAlone } = site;
    return { kind, label, isRecognised, pages: pages.length, leftAlone };
  }
  const detail =
    prefix === ''
      ? `The branch "${project.ref}" has no Markdown or MDX file. Name the branch of the docs with --ref.`
      : `The folder "${project.docsFolder}" has no Markdown or MDX file on the branch "${project.ref}". Name the folder with --docs.`;
  throw new CopydeskError('repository_not_docs', detail);
}

function noSuchRef(ref: string | undefined, branches: string[]): CopydeskError {
  // Those of jobs are no branches that pull requests go into.
  const others = branches.filter((branch) => !branch.startsWith('copydesk/'));
  const shown = others.slice(0, 10).join(', ');
  const there = others.length === 0 ? '' : ` It has: ${shown}${others.length > 10 ? ', …' : ''}.`;
  if (ref === undefined) {
    return new CopydeskError('ref_not_found', `The repository names no default branch. Give one with --ref.${there}`);
  }
  return new CopydeskError('ref_not_found', `The repository has no branch "${ref}".${there} Give one with --ref.`);
}

function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= 100) return trimmed;
  throw invalid('name', 'must have 1 to 100 characters');
}

function requireModel(model: string | undefined): string | null {
  if (model === undefined) return null;
  if (isModelName(model)) return model;
  throw invalid('model', 'must be provider/name, such as builtin/copyeditor');
}

function cleanFolder(folder: string): string {
  const clean = path.posix.normalize(folder.replaceAll('\\', '/')).replace(/^\.?\/+|\/+$/g, '');
  if (clean === '.' || clean === '') return '';
  if (clean === '..' || clean.startsWith('../')) throw invalid('docs', 'must be a folder within the repository');
  return clean;
}

function invalid(parameter: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The ${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}
