import { CopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { Contests } from '../../agent/review/contests.ts';
import type { ContestedProblem, TextMessage } from '../../agent/review/contests.ts';
import { cut } from '../../agent/text/cut.ts';
import { storable } from '../../agent/call/storable.ts';
import { formatProblem, repairMessage, repairRequestPrefix } from '../../agent/review/repair.ts';
import type { Coverage, Problem } from '../../agent/ports.ts';
import { recordEvent } from '../../jobs/run/journal.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import type { Project } from '../../projects/project.ts';
import { runFurtherChecks, withFindings } from './further-checks.ts';
import type { FurtherReport } from './further-checks.ts';
import { conflictMarks, leftMarks } from '../prepare/merge-base.ts';
import { asProblem, newsRefused, refusedNews, refusedRule } from './page-code.ts';
import { readabilityWarnings } from './readability.ts';
import { openPageViews } from '../site/page-views.ts';
import { publishedOf } from '../site/published.ts';
import type { WorkerServices } from '../services.ts';

import type { PreparedTurn } from '../turn.ts';

/** How often the model is asked in one turn to fix what its change broke. */
export const maximumRepairRounds = 3;

type Answers = FurtherReport['answers'];

/** What the checks decide about a turn's change. */
export type Verdict =
  /** It may be delivered; as a draft when problems stay, all of which the model contests. */
  | { kind: 'passed'; warnings: Problem[]; contested: ContestedProblem[]; coverage: Coverage; answers: Answers }
  | { kind: 'repair'; request: TextMessage };

/** What was said: in the turn, which has its own rounds, and in the whole job, in which a problem is contested once. */
export interface Conversations {
  conversation: () => readonly ModelMessage[];
  history: () => readonly ModelMessage[];
}

/**
 * Compares the docs before and after: only what the change introduced counts, including refused code in it. When the
 * model contests everything that is left, another round would change nothing.
 *
 * @throws CopydeskError `checks_failed`, with what stays, when the rounds are used up, or when all of it is contested
 *   and the project's checks are strict; `path_refused` when refused code stays; `lease_lost`.
 */
export async function verifyTurn(
  services: WorkerServices,
  lease: Lease,
  project: Project,
  turn: PreparedTurn,
  conversations: Conversations,
): Promise<Verdict> {
  const compared = await compareTurn(services, project, turn);
  const { warnings, coverage, answers } = compared;
  const marks = turn.mergeHead === null ? [] : leftMarks(turn.tree);
  const refused = await refusedNews(services, project, turn);
  const problems = [...marks, ...refused.map(asProblem), ...compared.problems];
  const round = repairRounds(conversations.conversation());
  const { contested, left } = separateContested(problems, Contests.fromHistory(conversations.history()));
  await recordEvent(services.db, lease, {
    type: 'checked',
    data: {
      problems: formatProblems(problems),
      warnings: formatProblems(warnings),
      repairRound: round,
      contested: formatContests(contested),
      coverage: shortCoverage(coverage),
    },
  });
  const isAllowed = contested.length === 0 || project.checks === 'draft';
  if (left.length === 0 && isAllowed) return { kind: 'passed', warnings, contested, coverage, answers };
  if (refused.length > 0 && round >= maximumRepairRounds) throw newsRefused(refused);
  if (left.length === 0 || round >= maximumRepairRounds) throw checksFailed(left, contested);
  return { kind: 'repair', request: repairMessage(left, contested.length, isJudgement) };
}

/** Compares what the turn has done to the docs. Addresses that it lost are weighted by the views of their pages. */
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
  const report = await runFurtherChecks(services, { before, after: turn.tree, folder });
  const whole = report === undefined ? compared : withFindings(compared, report);
  const unreadable = await readabilityWarnings(services, project, { before, after: turn.tree });
  return { ...whole, warnings: [...whole.warnings, ...unreadable], answers: report?.answers ?? [] };
}

/**
 * Whether a problem is a judgement of the docs' checks, which can be wrong. Conflict marks and refused code are facts.
 */
function isJudgement({ rule }: Problem): boolean {
  return rule !== conflictMarks && rule !== refusedRule;
}

/** Separates the problems that the model contests from those that it must still fix. */
function separateContested(
  problems: readonly Problem[],
  contests: Contests,
): { contested: ContestedProblem[]; left: Problem[] } {
  const contested: ContestedProblem[] = [];
  const left: Problem[] = [];
  for (const problem of problems) {
    const reason = contests.reasonFor(problem);
    if (reason === undefined) left.push(problem);
    else contested.push({ problem, reason });
  }
  return { contested, left };
}

/** One navigation file may cause a problem on each page, and the transcript is read in full, again and again. */
const mostProblems = 200;

function formatProblems(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, mostProblems).map(formatProblem);
  return problems.length > mostProblems ? [...lines, `… ${problems.length - mostProblems} more`] : lines;
}

/** There are few reasons, but a hostile site could make one out of each of its plugins. */
function shortCoverage({ notJudged, others, ...coverage }: Coverage): Coverage {
  return { ...coverage, notJudged: reasonsOf(notJudged), others: reasonsOf(others) };
}

function reasonsOf<Reason extends Coverage['notJudged'][number]>(reasons: Reason[]): Reason[] {
  return reasons.slice(0, mostReasons).map(shortReason);
}

function shortReason<Reason extends Coverage['notJudged'][number]>(reason: Reason): Reason {
  return { ...reason, because: shortenReason(reason.because), example: shortenReason(reason.example) };
}

function shortenReason(text: string): string {
  return cut(storable(text), longestReasonInFailure);
}

const mostReasons = 20;

function formatContests(contested: readonly ContestedProblem[]): { problem: string; reason: string }[] {
  return contested.slice(0, mostProblems).map(({ problem, reason }) => ({ problem: formatProblem(problem), reason }));
}

/** Counts from the conversation, so that a resumed turn continues counting. */
function repairRounds(conversation: readonly ModelMessage[]): number {
  return conversation.filter(
    (message) =>
      message.role === 'user' && typeof message.content === 'string' && message.content.startsWith(repairRequestPrefix),
  ).length;
}

/** How many of either kind the failure lists. The transcript lists the rest. */
const namedInFailure = 5;

const longestReasonInFailure = 300;

function checksFailed(left: readonly Problem[], contested: readonly ContestedProblem[]): CopydeskError {
  const because = contested.map(
    ({ problem, reason }) => `${formatProblem(problem)} (contested: ${cut(reason, longestReasonInFailure)})`,
  );
  const sentences = [
    ...(left.length === 0
      ? []
      : [
          `The change would introduce problems that could not be repaired: ${joinFirstLines(left.map(formatProblem))}.`,
        ]),
    ...(because.length === 0
      ? []
      : [
          `${left.length === 0 ? 'The change would introduce problems' : 'Others stay'} that the model contests: ${joinFirstLines(because)}.`,
        ]),
    ...(left.length === 0 ? ["The project's checks are strict, so the job fails anyway."] : []),
  ];
  return new CopydeskError('checks_failed', `${sentences.join(' ')} Nothing was pushed.`);
}

function joinFirstLines(lines: readonly string[]): string {
  const more = lines.length > namedInFailure ? ` and ${lines.length - namedInFailure} more` : '';
  return `${lines.slice(0, namedInFailure).join('; ')}${more}`;
}
