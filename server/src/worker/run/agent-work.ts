import type { UserModelMessage } from 'ai';
import type { ContestedProblem, TextMessage } from '../../agent/review/contests.ts';
import type { ModelDescription } from '../../agent/review/describe-answer.ts';
import { endingOf } from '../../agent/review/ending.ts';
import type { Coverage, EndedWithout } from '../../agent/ports.ts';
import { formatProblem } from '../../agent/review/repair.ts';
import { withChange } from '../../agent/review/review.ts';
import { reviewingOf, summaryOf } from '../../agent/review/reviewing.ts';
import { runTurn } from '../../agent/turn.ts';
import type { LeasedJob } from '../../jobs/claim/lease.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { Project } from '../../projects/project.ts';
import { briefTurn } from '../prepare/briefing.ts';
import { openBudget } from './budget.ts';
import { describeCarried, isCarriedAlone, isCarrying, takeCarriedStep } from './carried-step.ts';
import { openChangeLimit } from './change-limit.ts';
import { helperFor, helperModelOf } from './helper-model.ts';
import type { Hold } from '../claim/hold.ts';
import { liveText } from './live-text.ts';
import { openMissed } from '../site/missed-addresses.ts';
import { modelWhenAsked } from './model-when-asked.ts';
import { publishedOf } from '../site/published.ts';
import { reviewMaterial } from '../verify/review-material.ts';
import { reviewTurn } from '../verify/review-turn.ts';
import type { WorkerServices } from '../services.ts';
import { timed } from '../stages.ts';
import { withFurtherChecks } from '../verify/further-checks.ts';
import type { FurtherReport } from '../verify/further-checks.ts';
import type { DatabaseJournal } from './turn-journal.ts';
import type { PreparedTurn } from '../turn.ts';
import { verifyTurn } from '../verify/verify.ts';

/** A turn in progress. */
export interface Work {
  project: Project;
  turn: PreparedTurn;
  journal: DatabaseJournal;
  hold: Hold;
  /** Hides secrets in what is stored, shown to people, or sent to a helper model. */
  mask: Masking;
}

/** A turn whose change may be delivered, or that changed nothing. */
export interface FinishedWork {
  /** What the user reads. */
  summary: string;
  /**
   * How the model says that a turn without changes ended; undefined when it does not say so or when it changed
   * something.
   */
  ended: EndedWithout | undefined;
  /** The model's description for reviewers; undefined when it gave none. */
  description: ModelDescription | undefined;
  warnings: string[];
  contested: ContestedProblem[];
  coverage: Coverage;
  /** The questions about the pages that the change touches. */
  answers: FurtherReport['answers'];
}

/** Runs the agent until it says that it is done, the checks pass, and its own review finds nothing left to fix. */
export async function workUntilPassed(
  services: WorkerServices,
  job: LeasedJob,
  work: Work,
  parts: TurnParts,
): Promise<FinishedWork> {
  const { project, turn, hold } = work;
  const options = optionsOf(services, job, work, parts);
  const delivery = { services, job, turn, hold };
  const conversations = conversationOf(work);
  let firstMessage: string | UserModelMessage | undefined = turn.notice;
  let carried = await takeCarriedStep(work, job, services.now);
  for (;;) {
    const run = { options, firstMessage };
    const ending = carried?.isAll ? carried.text : await timed(services, job.id, 'agent', () => runAgent(work, run));
    [firstMessage, carried] = [undefined, undefined];
    const verdict = await timed(services, job.id, 'verify', () =>
      verifyTurn(services, hold.lease, project, turn, conversations),
    );
    if (verdict.kind === 'repair') {
      firstMessage = await requestRepair(verdict.request, { ...work, services, job, parts });
      continue;
    }
    const { warnings, contested, coverage, answers } = verdict;
    const known = { warnings: warnings.map(formatProblem), contested, coverage, answers };
    if (turn.carried !== undefined && isCarriedAlone(turn, work.journal)) {
      const ended = turn.tree.changes().length > 0 ? undefined : ('nothing_to_do' as const);
      return { ...known, summary: ending, ended, description: describeCarried(turn.carried, job) };
    }
    const review = { work: delivery, project, options, warnings, ...conversations };
    if ((await timed(services, job.id, 'review', () => reviewTurn(review))) === 'changed') continue;
    const reviewing = reviewingOf(conversations.conversation());
    const { description } = reviewing;
    const outcome = readEnding(summaryOf(reviewing) || ending, turn);
    return { ...known, ...outcome, description };
  }
}

/** Removes the label of the ending, which is for Copydesk. People read the text after it. */
function readEnding(closing: string, { tree }: PreparedTurn): Pick<FinishedWork, 'summary' | 'ended'> {
  const ending = endingOf(closing);
  const ended = tree.changes().length > 0 ? undefined : ending?.kind;
  return { summary: ending?.text ?? closing, ended };
}

/** Opens what the model works with during a turn, however often it is called. */
export async function openTurnParts(services: WorkerServices, job: LeasedJob, work: Work) {
  const { project, turn, hold, mask } = work;
  const before = await turn.repository.openTree(turn.baseCommit);
  const folder = project.docsFolder;
  const published = await publishedOf(services, project, turn);
  const plain = services.docs.of(turn.tree, { folder, before, published });
  const resolve = () => services.resolveModel(job.model, { project, docs: plain });
  const mayNeedNone = isCarrying(turn, work.journal);
  const model = mayNeedNone ? await modelWhenAsked(job.model, resolve) : await resolve();
  const docs = withFurtherChecks(plain, services, { before, after: turn.tree, folder });
  const helping = mayNeedNone ? undefined : await helperModelOf(services, project, plain);
  const [briefing, budget, bound, missed] = await Promise.all([
    briefTurn(services, project, turn, { docs, hold, describes: model.describesChanges }),
    openBudget(services.db, job.id, services.budgets, { now: services.now(), helper: helping?.name }),
    openChangeLimit(services.db, job.id, project, turn),
    openMissed(services, job.id, project, turn),
  ]);
  const helper = helping && helperFor(helping, services, { job, hold, budget, mask });
  return { ...briefing, docs, model, budget, helper, bound, missed };
}

type TurnParts = Awaited<ReturnType<typeof openTurnParts>>;

/** Returns the messages of the whole job, and those of this turn alone, because each turn has its own rounds. */
export function conversationOf({ turn, journal }: Pick<Work, 'turn' | 'journal'>) {
  const earlier = turn.steps.filter((step) => step.turn < turn.number);
  const count = earlier.reduce((sum, step) => sum + (Array.isArray(step.messages) ? step.messages.length : 0), 0);
  return { history: () => [...journal.history()], conversation: () => journal.history().slice(count) };
}

function optionsOf(services: WorkerServices, job: LeasedJob, { turn, journal, hold, mask }: Work, parts: TurnParts) {
  return {
    ...parts,
    jobId: job.id,
    tree: turn.tree,
    journal,
    limits: services.limits,
    onWriting: liveText(services, hold.lease, journal.nextStep, mask),
    now: services.now,
    signal: hold.signal,
    ending: hold.ending,
    tracing: services.tracing,
    report: (error: unknown) => services.log.error({ job: job.id, err: error }, 'a tool met an error of its own'),
  };
}

/**
 * Runs the agent until it says that it is done. An earlier run may have got further, up to the review of this same
 * change.
 */
async function runAgent(
  work: Work,
  run: { options: ReturnType<typeof optionsOf>; firstMessage: string | UserModelMessage | undefined },
): Promise<string> {
  const { history, conversation } = conversationOf(work);
  const { last, isAnswered, closing } = reviewingOf(conversation());
  const isReviewed = last !== undefined && last.kind !== 'mend' && last.tree === work.turn.tree.id() && isAnswered;
  if (isReviewed && run.firstMessage === undefined) return closing;
  return (await runTurn({ ...run.options, history: history(), firstMessage: run.firstMessage })).text;
}

/** A model that reviews its change sees all of it when it fixes what the checks found. */
async function requestRepair(
  request: TextMessage,
  { services, job, parts, ...work }: Work & { services: WorkerServices; job: LeasedJob; parts: TurnParts },
): Promise<TextMessage> {
  if (!parts.model.describesChanges) return request;
  const { turn, hold, project } = work;
  const { shown } = reviewingOf(conversationOf(work).conversation());
  return withChange(request, await reviewMaterial({ services, job, turn, hold }, project), shown === 0);
}
