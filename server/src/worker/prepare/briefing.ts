import { shortTree } from '../../agent/text/folder-tree.ts';
import type { Instructions } from '../../agent/instructions.ts';
import type { AgentPageViews, ContextRepository } from '../../agent/ports.ts';
import type { Project } from '../../projects/project.ts';
import type { PageAddress } from '../../docs/engine.ts';
import { openContextRepositories } from './context-repositories.ts';
import { repositoryGuidance } from './guidance.ts';
import type { Hold } from '../claim/hold.ts';
import { openPageViews } from '../site/page-views.ts';
import type { LocatePages } from '../site/page-views.ts';
import type { WorkerServices } from '../services.ts';
import { styleBefore } from './style-for-reviewers.ts';
import type { PreparedTurn } from '../turn.ts';

/** What a turn gets before it begins, and what it may read besides its tree. */
export interface Briefing {
  instructions: Instructions;
  pageViews: (AgentPageViews & LocatePages) | undefined;
  repositories: ContextRepository[];
}

/**
 * Builds the briefing from the base commit, so that a resumed turn gets the same text, byte for byte: models charge
 * less for a prompt that they have cached.
 *
 * @param docs the docs with the turn's change, for the views of pages that only the change has.
 * @param describes whether the model writes for reviewers.
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`, `repository_*`.
 */
export async function briefTurn(
  services: WorkerServices,
  project: Project,
  turn: PreparedTurn,
  { docs, hold, describes }: { docs: { addresses(): Promise<PageAddress[]> }; hold: Hold; describes: boolean },
): Promise<Briefing> {
  const { docsFolder } = project;
  const tree = await turn.repository.openTree(turn.baseCommit);
  const base = services.docs.of(tree, { folder: docsFolder });
  const context = await openContextRepositories(services, project, turn, hold);
  return {
    instructions: {
      projectName: project.name,
      docsFolder,
      siteAdvice: await base.advice(),
      projectInstructions: project.instructions,
      listing: shortTree(tree.entries(), docsFolder),
      guidance: await repositoryGuidance(turn.repository, turn.baseCommit, docsFolder),
      repositories: context.listed,
      ...(describes ? { forReviewers: await styleBefore(turn) } : {}),
    },
    repositories: context.repositories,
    pageViews: await openPageViews({
      db: services.db,
      project,
      docs: [base, docs],
      retentionMonths: services.viewsRetentionMonths,
      now: services.now,
    }),
  };
}
