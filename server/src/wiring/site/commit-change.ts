import { CommitEffectQuery, CopydeskError } from '@copydesk/contract';
import type { FileDiff, TouchedFile } from '@copydesk/contract';
import type { CommitChange } from '../../http/services.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { repositoryOf } from '../hosts/repositories.ts';
import { viewsOfDocs } from '../views/views-of-docs.ts';

type CommitParts = Pick<App, 'db' | 'docs' | 'settings'> & Parameters<typeof repositoryOf>[0];

/**
 * Returns what a commit of the project's branch did to the files of its docs, and the pages under which readers know
 * them. A merge is compared with its first parent.
 *
 * @throws CopydeskError `repository_*`; `ref_not_found` when the branch has no such commit, or nothing before it.
 */
export async function readCommitChange(app: CommitParts, project: Project, id: string): Promise<CommitChange> {
  const repository = await repositoryOf(app, project);
  const find = async () => {
    const head = await repository.head(project.ref);
    return head === undefined ? undefined : await repository.findCommit(id, head);
  };
  let commit = await find();
  if (commit === undefined) {
    await repository.fetch();
    commit = await find();
  }
  if (commit === undefined) throw notThere(`The branch ${project.ref} has no commit ${id}`);
  const [before] = commit.parents;
  if (before === undefined) throw notThere(`Nothing is before the commit ${id}`);
  const prefix = project.docsFolder === '' ? '' : `${project.docsFolder}/`;
  const files = (await repository.diff(before, commit.id)).filter(({ path, oldPath }) =>
    [path, oldPath ?? path].some((one) => one.startsWith(prefix)),
  );
  const docs = app.docs.of(await repository.openTree(before), { folder: project.docsFolder });
  const views = await viewsOfDocs(app, project, docs);
  const located = await views?.locate(files.map(({ path, oldPath }) => oldPath ?? path));
  return { mergedAt: commit.at, touched: files.map((file) => touchedBy(file, located)) };
}

function touchedBy({ path, oldPath, change }: FileDiff, pages: Map<string, string[]> | undefined): TouchedFile {
  const file = oldPath ?? path;
  const movedTo = oldPath === null ? null : path;
  const known = { file, movedTo, linkedFrom: null, pages: pages?.get(file) ?? [] };
  return { ...known, change: changes[change] };
}

const changes = { added: 'added', deleted: 'removed', renamed: 'moved', modified: 'changed' } as const satisfies Record<
  FileDiff['change'],
  TouchedFile['change']
>;

function notThere(what: string): CopydeskError {
  return new CopydeskError(
    'ref_not_found',
    `${what}. Name a commit of it, such as the one that a pull request was merged by.`,
  );
}

/** Checks a commit by the API's rules. @throws CopydeskError `invalid_request` */
export function checkedCommit(commit: string): string {
  if (CommitEffectQuery.shape.commit.safeParse(commit).success) return commit;
  throw new CopydeskError(
    'invalid_request',
    `"${commit.slice(0, 80)}" is no id of a commit: give at least the first seven of its digits, as git shows them.`,
  );
}
