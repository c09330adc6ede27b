import { CopydeskError } from '@copydesk/contract';
import type { ProjectCheck } from '../operator/operator.ts';
import type { Project } from '../projects/project.ts';
import { openPublished } from '../worker/published.ts';
import { findConfig } from '../style-check/setup.ts';
import type { StyleTree } from '../style-check/tree.ts';
import type { House } from './house.ts';
import { sourceOf } from './repositories.ts';

/**
 * Checks the docs of a project as they stand at the head of its branch, or of another one.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found` when there is no such branch.
 */
export async function checkProject(house: House, project: Project, ref = project.ref): Promise<ProjectCheck> {
  const repository = await house.workspace.repository(sourceOf(house, project));
  await repository.fetch();
  const commit = await repository.head(ref);
  if (commit === undefined)
    throw new CopydeskError('ref_not_found', `There is no branch ${ref} in ${project.repository}.`);
  const tree = await repository.openTree(commit);
  const folder = project.docsFolder;
  const published = await openPublished({
    db: house.db,
    project,
    sitemaps: house.sitemaps,
    docs: house.docs.of(tree, { folder }),
    retentionMonths: house.settings.views.retentionMonths,
    now: () => new Date(),
  });
  const docs = house.docs.of(tree, { folder, published });
  const { kind, label, isRecognised, pages } = await docs.site();
  const { problems, coverage } = await docs.check();
  const notUsed = [...(coverage.notUsed ?? []), ...styleNotes(tree, folder)];
  const site = { kind, label, isRecognised, pages: pages.length };
  return { ref, commit, site, problems, coverage: { ...coverage, notUsed } };
}

/** Vale looks at the pages of a change, and says of each what was there before; all pages of a large site take it minutes. */
function styleNotes(tree: StyleTree, folder: string): string[] {
  const config = findConfig(tree, folder);
  if (config === undefined) return [];
  return [`style not checked: Vale does not run here; jobs are checked by ${config.path} where the server has --vale`];
}
