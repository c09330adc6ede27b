import type { InstructionOf } from '../../grammar/instruction.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import { hasAnotherTarget } from '../../text/another-file.ts';
import { commonFolder, isPagePath } from '../../text/paths.ts';
import {
  requestedProblems,
  describeProblem,
  isLinkRule,
  noneFound,
  subjectOf,
  formatUnjudged,
} from './requested-problems.ts';
import type { SkippedHistory } from '../skipped-history.ts';
import { fixLinks } from './fix-links.ts';
import type { LinkFixes } from './fix-links.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { siteOf } from '../site.ts';
import { count } from '../replace/words.ts';

type Fix = InstructionOf<'fix'>;

/** Fixes the links and anchors for which there is exactly one sensible way, and reports the others. */
export async function* fixProblems(context: PlanContext, instruction: Fix): Plan<Outcome> {
  const asked = yield* requestedProblems(context, instruction);
  const fixed = yield* fixWhatIsFixable(context, asked.isRequested, asked.paths);
  return {
    title: `Fix ${subjectOf(instruction, 'and')}`,
    changed: fixed.changed.length > 0,
    notes: [
      summary(instruction, fixed, asked.skipped),
      ...asked.skipped.sentences('problem'),
      ...formatUnjudged(fixed),
    ],
    left: fixed.left,
    unsolved: fixed.links === 0 && fixed.left.length > 0,
  };
}

type Test = (problem: FoundProblem) => boolean;

/** Includes what the checks could not judge. */
type FixedLinks = LinkFixes & { notJudged: string[] };

/** Fixes what can be fixed. A file with more problems than fit into one answer is checked again once it has fewer. */
async function* fixWhatIsFixable(
  context: PlanContext,
  isRequested: Test,
  pages: readonly string[] | undefined,
): Plan<FixedLinks> {
  const { problems, cut, notJudged } = yield* checkDocs(context, pages);
  const found = problems.filter(isRequested);
  const root = commonFolder((await siteOf(context)).pages);
  const fixable = found.filter((problem) => isFixable(problem, root));
  const fixed = yield* fixLinks(context, fixable);
  yield* fixFragments(context, fixable, fixed.changed);
  const again = cut.filter((path) => fixed.changed.includes(path));
  const rest = again.length === 0 ? undefined : yield* fixWhatIsFixable(context, isRequested, again);
  const left = found.filter((problem) => !fixable.includes(problem) && !again.includes(problem.path)).map(describeLeft);
  return {
    links: fixed.links + (rest?.links ?? 0),
    changed: [...new Set([...fixed.changed, ...(rest?.changed ?? [])])],
    left: [...left, ...fixed.left, ...(rest?.left ?? [])],
    notJudged,
  };
}

/**
 * Fixes the anchors of fixed links. A link that leads somewhere again may name a missing heading, which could not be
 * detected before. It gets the heading that must be meant, or leads to the page as a whole.
 */
async function* fixFragments(
  context: PlanContext,
  fixable: readonly FoundProblem[],
  changed: readonly string[],
): Plan<void> {
  const put = new Set(
    fixable.filter(({ rule }) => isLinkRule(rule)).map(({ path, suggestion }) => `${path} ${suggestion}`),
  );
  const pages = changed.filter(isPagePath);
  if (![...put].some((target) => target.includes('#')) || pages.length === 0) return;
  const { problems } = yield* checkDocs(context, pages);
  const revealed = problems.filter(
    ({ rule, path, subject }) => rule === 'anchor-broken' && put.has(`${path} ${subject}`),
  );
  const withWay = revealed.map((problem) => {
    const suggestion = problem.suggestion ?? problem.subject?.replace(/#.*$/u, '');
    return Object.assign(problem, { suggestion });
  });
  yield* fixLinks(context, withWay);
}

function summary(instruction: Fix, { links, changed, left, notJudged }: FixedLinks, skipped: SkippedHistory): string {
  const found = links + left.length;
  if (found === 0) return noneFound(instruction, notJudged, skipped);
  const [all, subject] = [found.toLocaleString('en'), subjectOf(instruction, 'and')];
  if (links === 0) return `None of the ${subject} (${all}) has exactly one sensible fix.`;
  return `Fixed ${links.toLocaleString('en')} of ${all} ${subject}, in ${count(changed.length, 'file')}.`;
}

/** Whether the checks suggest a fix for a problem that leads to the file that was meant. */
export function isFixable({ path, subject, suggestion }: FoundProblem, root: string): boolean {
  return subject !== undefined && suggestion !== undefined && !hasAnotherTarget({ root, path }, subject, suggestion);
}

/** Formats a problem that was not fixed, as a line of the pull request. */
export function describeLeft(problem: FoundProblem): string {
  const other = problem.suggestion === undefined ? '' : `; ${problem.suggestion} is there, but is another file`;
  return describeProblem(problem) + other;
}
