import { CopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { Contests } from '../agent/contests.ts';
import type { ContestedProblem, TextMessage } from '../agent/contests.ts';
import { cut } from '../agent/cut.ts';
import { storable } from '../agent/storable.ts';
import { formatProblem, repairMessage, repairRequestPrefix } from '../agent/repair.ts';
import type { Coverage, Problem } from '../agent/ports.ts';
import { recordEvent } from '../jobs/journal.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Project } from '../projects/project.ts';
import { lookFurther, withFindings } from './further-checks.ts';
import type { FurtherReport } from './further-checks.ts';
import { conflictMarks, leftMarks } from './merge-base.ts';
import { asProblem, newsRefused, refusedNews, refusedRule } from './page-code.ts';
import { openPageViews } from './page-views.ts';
import { publishedOf } from './published.ts';
import type { WorkerServices } from './services.ts';

import type { PreparedTurn } from './turn.ts';

/** How often the model is asked to mend what its change broke, in one turn. */
export const maximumRepairRounds = 3;

type Answers = FurtherReport['answers'];

/** What the checks say of a turn's change. */
export type Verdict =
  /** It may be delivered; as a draft when problems stay, all of which the model contests. */
  | { kind: 'passed'; warnings: Problem[]; contested: ContestedProblem[]; coverage: Coverage; answers: Answers }
  | { kind: 'repair'; request: TextMessage };

/** What was said: in the turn, which has rounds of its own, and in the whole job, whose problems are contested once. */
export interface Said {
  conversation: () => readonly ModelMessage[];
  history: () => readonly ModelMessage[];
}

/**
 * Checks the docs, before against after: only what the change introduced counts, and code in it that is refused. Where the model contests all that is
 * left, another round would change nothing.
 *
 * @throws CopydeskError `checks_failed`, with what stays, when the rounds are used up, or when all of it is contested and
 * the project's checks are strict; `path_refused` when refused code stays; `lease_lost`.
 */
export async function verifyTurn(
  services: WorkerServices,
  lease: Lease,
  project: Project,
  turn: PreparedTurn,
  said: Said,
): Promise<Verdict> {
  const compared = await compareTurn(services, project, turn);
  const { warnings, coverage, answers } = compared;
  const marks = turn.mergeHead === null ? [] : leftMarks(turn.tree);
  const refused = await refusedNews(services, project, turn);
  const problems = [...marks, ...refused.map(asProblem), ...compared.problems];
  const round = repairRounds(said.conversation());
  const { contested, left } = divide(problems, Contests.fromHistory(said.history()));
  await recordEvent(services.db, lease, {
    type: 'checked',
    data: {
      problems: told(problems),
      warnings: told(warnings),
      repairRound: round,
      contested: contestsTold(contested),
      coverage: coverageTold(coverage),
    },
  });
  const isAllowed = contested.length === 0 || project.checks === 'draft';
  if (left.length === 0 && isAllowed) return { kind: 'passed', warnings, contested, coverage, answers };
  if (refused.length > 0 && round >= maximumRepairRounds) throw newsRefused(refused);
  if (left.length === 0 || round >= maximumRepairRounds) throw checksFailed(left, contested);
  return { kind: 'repair', request: repairMessage(left, contested.length, isJudgement) };
}

/** What the turn has done to the docs; addresses that it lost are weighed by the views of their pages. */
async function compareTurn(services: WorkerServices, project: Project, turn: PreparedTurn) {
  const folder = project.docsFolder;
  const before = await turn.repository.openTree(turn.baseCommit);
  const views = await openPageViews({
    db: services.db,
    project,
    docs: [services.docs.of(before, { folder })],
    retentionMonths: services.viewsRetentionMonths,
    now: services.now,
  });
  const compared = await services.docs.compare({
    before,
    after: turn.tree,
    folder,
    ...(views && { views: (paths: string[]) => views.read(paths) }),
    guardViews: project.guardViews,
    published: await publishedOf(services, project, turn),
  });
  const report = await lookFurther(services, { before, after: turn.tree, folder });
  const whole = report === undefined ? compared : withFindings(compared, report);
  return { ...whole, answers: report?.answers ?? [] };
}

/** Whether a problem is a judgement of the docs' checks, which can be wrong: marks and refused code are what they are. */
function isJudgement({ rule }: Problem): boolean {
  return rule !== conflictMarks && rule !== refusedRule;
}

/** Takes the problems that the model contests apart from those that are left to be mended. */
function divide(problems: readonly Problem[], contests: Contests): { contested: ContestedProblem[]; left: Problem[] } {
  const contested: ContestedProblem[] = [];
  const left: Problem[] = [];
  for (const problem of problems) {
    const reason = contests.reasonFor(problem);
    if (reason === undefined) left.push(problem);
    else contested.push({ problem, reason });
  }
  return { contested, left };
}

/** One navigation file may make a fault of each page: the transcript is read whole, again and again. */
const problemsTold = 200;

function told(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, problemsTold).map(formatProblem);
  return problems.length > problemsTold ? [...lines, `… ${problems.length - problemsTold} more`] : lines;
}

/** Reasons are few, but a hostile site could make one of each of its plugins. */
function coverageTold({ notJudged, others, ...coverage }: Coverage): Coverage {
  return { ...coverage, notJudged: reasonsOf(notJudged), others: reasonsOf(others) };
}

function reasonsOf<Reason extends Coverage['notJudged'][number]>(reasons: Reason[]): Reason[] {
  return reasons.slice(0, reasonsTold).map(shortReason);
}

function shortReason<Reason extends Coverage['notJudged'][number]>(reason: Reason): Reason {
  return { ...reason, because: shortened(reason.because), example: shortened(reason.example) };
}

function shortened(text: string): string {
  return cut(storable(text), longestReasonInFailure);
}

const reasonsTold = 20;

function contestsTold(contested: readonly ContestedProblem[]): { problem: string; reason: string }[] {
  return contested.slice(0, problemsTold).map(({ problem, reason }) => ({ problem: formatProblem(problem), reason }));
}

/** Derived from the conversation, so that a resumed turn goes on counting. */
function repairRounds(conversation: readonly ModelMessage[]): number {
  return conversation.filter(
    (message) =>
      message.role === 'user' && typeof message.content === 'string' && message.content.startsWith(repairRequestPrefix),
  ).length;
}

/** How many of either kind the failure names: the transcript names the rest. */
const namedInFailure = 5;

const longestReasonInFailure = 300;

function checksFailed(left: readonly Problem[], contested: readonly ContestedProblem[]): CopydeskError {
  const because = contested.map(
    ({ problem, reason }) => `${formatProblem(problem)} (contested: ${cut(reason, longestReasonInFailure)})`,
  );
  const sentences = [
    ...(left.length === 0
      ? []
      : [`The change would introduce problems that could not be repaired: ${named(left.map(formatProblem))}.`]),
    ...(because.length === 0
      ? []
      : [
          `${left.length === 0 ? 'The change would introduce problems' : 'Others stay'} that the model contests: ${named(because)}.`,
        ]),
    ...(left.length === 0 ? ["The project's checks are strict, so that it fails all the same."] : []),
  ];
  return new CopydeskError('checks_failed', `${sentences.join(' ')} Nothing was pushed.`);
}

function named(lines: readonly string[]): string {
  const more = lines.length > namedInFailure ? ` and ${lines.length - namedInFailure} more` : '';
  return `${lines.slice(0, namedInFailure).join('; ')}${more}`;
}
