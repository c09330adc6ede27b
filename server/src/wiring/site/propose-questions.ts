import type { ProposalsQuery, ProposedQuestions } from '@copydesk/contract';
import type { Project } from '../../projects/project.ts';
import { proposeQuestions } from '../../questions/propose.ts';
import type { App } from '../app.ts';
import { openHead } from './check-project.ts';
import { viewsOfDocs } from '../views/views-of-docs.ts';

/**
 * Proposes questions for the pages of a project's docs that AI reads most, as the docs are at the head of its branch, or
 * of another one.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found`.
 */
export async function proposeForProject(
  app: App,
  project: Project,
  { ref = project.ref, limit }: ProposalsQuery,
): Promise<ProposedQuestions> {
  const { commit, tree } = await openHead(app, project, ref);
  const docs = app.docs.of(tree, { folder: project.docsFolder });
  const views = await viewsOfDocs(app, project, docs);
  const reads = views && (await views.read(await views.pages()));
  const parse = async (path: string, text: string) => (await docs.parseAll([{ path, text }]))[0];
  return { ref, commit, ...(await proposeQuestions({ tree, parse, reads, limit })) };
}
