import type { Project } from '../projects/project.ts';
import { readFileLikePages } from '../worker/file-like-pages.ts';
import type { House } from './house.ts';
import { openLooks } from './looks.ts';
import { repositoryOf } from './repositories.ts';

/** The pages of the docs that end like files, as the last look has seen them; the first is under way when it is undefined. */
export function knownDocsPages(house: House): (project: Project) => ReadonlySet<string> | undefined {
  const looks = openLooks(house, (project) => lookAtDocsPages(house, project));
  return (project) => looks(project).seen;
}

/** The same, looked at now, in what is here of the repository: undefined where nothing was fetched yet. */
export async function lookAtDocsPages(house: House, project: Project): Promise<ReadonlySet<string> | undefined> {
  if (!(await house.workspace.isCloned(project))) return undefined;
  const repository = await repositoryOf(house, project);
  const head = await repository.head(project.ref);
  if (head === undefined) return undefined;
  const docs = house.docs.of(await repository.openTree(head), { folder: project.docsFolder });
  return await readFileLikePages({ db: house.db, project, docs });
}
