import { isCopydeskError } from '@copydesk/contract';
import type { AgentDocs, Helper } from '../../agent/ports.ts';
import type { Masking } from '../../leaks/masking.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import { asItComes } from '../../projects/as-it-comes.ts';
import type { Project } from '../../projects/project.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import { judgeChange } from '../../questions/judge/judge-change.ts';
import type { JudgedChange } from '../../questions/judge/judge-change.ts';
import { askTouched, questionsOf } from '../../questions/questions-check.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { openBudget } from '../run/budget.ts';
import { helperFor } from '../run/helper-model.ts';
import { helperStep } from '../run/helper-step.ts';
import type { DatabaseJournal } from '../run/turn-journal.ts';

/** What the model of a project's questions said about a change. */
export interface JudgedTurn extends JudgedChange {
  /** `provider/model`. */
  model: string;
}

type JudgedWork = DeliveryWork & { project: Project; journal: DatabaseJournal; mask: Masking };

/**
 * Lets the model of the project's questions answer those about the touched pages, from each page before and after the
 * change, in a step of its own. It is an extra for reviewers: a model that fails prevents no delivery. A worker that
 * takes the job over between this step and the delivery asks it again.
 *
 * @returns undefined when the project has no such model, or the change touches no question.
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`, `repository_*`.
 */
export async function judgeTurn(work: JudgedWork): Promise<JudgedTurn | undefined> {
  const { services, job, turn, project, journal, hold } = work;
  const { questionsModel: model, docsFolder: folder } = project;
  // The scripted agent of the test mode calls no model.
  if (model === null || isTestOrganisation(project.organisationId) || turn.tree.changes().length === 0)
    return undefined;
  const before = await turn.repository.openTree(turn.baseCommit);
  const questions = (await questionsOf(before))?.questions ?? [];
  const touched = await askTouched(questions, { before, after: turn.tree, folder });
  if (touched.length === 0) return undefined;
  const docs = services.docs.of(turn.tree, { folder });
  const judge = await openJudge(work, model, docs).catch((error: unknown) => {
    if (hold.signal.aborted || isDatabaseUnavailable(error) || !isCopydeskError(error)) throw error;
    return error;
  });
  if (isCopydeskError(judge)) return { model, judged: [], notes: [judge.message] };
  const startedAt = services.now();
  const docsBefore = services.docs.of(before, { folder });
  const found = await judgeChange(touched, {
    readBefore: (path) => docsBefore.agentText(path),
    readAfter: (path) => docs.agentText(path),
    ask: (asked) => judge.ask(asked),
  });
  hold.signal.throwIfAborted();
  for (const note of found.notes) services.log.warn({ job: job.id, model, note }, 'not all was judged');
  const step = helperStep(judge, { startedAt, now: services.now });
  if (step !== undefined) await journal.record(step);
  return { model, ...found };
}

/** @throws CopydeskError `model_not_configured`, also when dollars are to be counted and its price is not known. */
async function openJudge(
  { services, job, project, hold, mask }: JudgedWork,
  name: string,
  docs: AgentDocs,
): Promise<Helper> {
  const model = await services.resolveModel(name, { project: { ...project, ...asItComes }, docs });
  const budget = await openBudget(services.db, job.id, services.budgets, { now: services.now(), helper: model.name });
  return helperFor(model, services, { job, hold, budget, mask });
}
