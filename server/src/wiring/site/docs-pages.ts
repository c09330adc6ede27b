import type { Project } from '../../projects/project.ts';
import { readFileLikePages } from '../../worker/site/file-like-pages.ts';
import type { App } from '../app.ts';
import { openBackgroundReads } from '../job/background-reads.ts';
import { repositoryOf } from '../hosts/repositories.ts';

/**
 * Returns the pages of the docs that look like files, as the last read found them; undefined while the first read is in
 * progress.
 */
export function knownDocsPages(app: App): (project: Project) => ReadonlySet<string> | undefined {
  const reads = openBackgroundReads(app, (project) => readDocsPagesNow(app, project));
  return (project) => reads(project).value;
}

/** Reads the same now, from the local clone of the repository; undefined when nothing was fetched yet. */
export async function readDocsPagesNow(app: App, project: Project): Promise<ReadonlySet<string> | undefined> {
  if (!(await app.workspace.isCloned(project))) return undefined;
  const repository = await repositoryOf(app, project);
  const head = await repository.head(project.ref);
  if (head === undefined) return undefined;
  const docs = app.docs.of(await repository.openTree(head), { folder: project.docsFolder });
  return await readFileLikePages({ db: app.db, project, docs });
}
