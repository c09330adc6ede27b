import { CopydeskError } from '@copydesk/contract';
import type { ProjectCheck } from '../../operator/checked-docs.ts';
import type { Project } from '../../projects/project.ts';
import { askAllQuestions } from '../../questions/questions-check.ts';
import { openPublished } from '../../worker/site/published.ts';
import { findConfig } from '../../style-check/setup.ts';
import type { StyleTree } from '../../style-check/tree.ts';
import type { App } from '../app.ts';
import { sourceOf } from '../hosts/repositories.ts';

/**
 * Checks the docs of a project at the head of its branch, or of another one.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found` when there is no such branch.
 */
export async function checkProject(app: App, project: Project, ref = project.ref): Promise<ProjectCheck> {
  const { commit, tree } = await openHead(app, project, ref);
  const folder = project.docsFolder;
  const published = await openPublished({
    db: app.db,
    project,
    sitemaps: app.sitemaps,
    docs: app.docs.of(tree, { folder }),
    retentionMonths: app.settings.views.retentionMonths,
    now: () => new Date(),
  });
  const docs = app.docs.of(tree, { folder, published });
  const { kind, label, isRecognised, pages } = await docs.site();
  const { problems, coverage } = await docs.check();
  const asked = await askAllQuestions(tree, folder);
  const notUsed = [...(coverage.notUsed ?? []), ...styleNotes(tree, folder), ...(asked?.notes ?? [])];
  const site = { kind, label, isRecognised, pages: pages.length };
  const all = [...problems, ...(asked?.unanswered ?? [])];
  return { ref, commit, site, problems: all, coverage: { ...coverage, notUsed } };
}

/** Fetches the repository and opens the head of a branch. @throws CopydeskError `repository_*`, `ref_not_found` */
export async function openHead(app: App, project: Project, ref: string) {
  const repository = await app.workspace.repository(sourceOf(app, project));
  await repository.fetch();
  const commit = await repository.head(ref);
  if (commit === undefined)
    throw new CopydeskError('ref_not_found', `There is no branch ${ref} in ${project.repository}.`);
  return { commit, tree: await repository.openTree(commit) };
}

/**
 * Vale checks the pages of a change, and compares each with what was there before. All pages of a large site take it
 * minutes.
 */
function styleNotes(tree: StyleTree, folder: string): string[] {
  const config = findConfig(tree, folder);
  if (config === undefined) return [];
  return [`style not checked: Vale does not run here; jobs are checked by ${config.path} where the server has --vale`];
}
