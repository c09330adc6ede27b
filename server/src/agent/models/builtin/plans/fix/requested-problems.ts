import type { InstructionOf } from '../../grammar/instruction.ts';
import type { FoundProblem } from './check-docs.ts';
import { SkippedHistory } from '../skipped-history.ts';
import type { PlanContext, Plan } from '../plan.ts';
import { checkedWithin, datedPosts } from '../page/site-pages.ts';

type About = InstructionOf<'fix' | 'list-problems'>;

/** The problems that an instruction is about. */
interface RequestedProblems {
  /** The files to check; all of the docs when undefined. */
  paths: string[] | undefined;
  isRequested: (problem: FoundProblem) => boolean;
  /** Counts those that `isRequested` excluded because of their page. */
  skipped: SkippedHistory;
}

/** Returns the problems that an instruction to fix or list them is about. */
export async function* requestedProblems(context: PlanContext, instruction: About): Plan<RequestedProblems> {
  const { paths, historyOf } = yield* checkedWithin(context, instruction);
  const dated = yield* datedPosts(context);
  const skipped = new SkippedHistory();
  return {
    paths,
    skipped,
    isRequested(problem) {
      if (!isOfKind(instruction, problem)) return false;
      const history = historyOf(problem.path, () => dated.has(problem.path));
      if (history !== undefined) skipped.add(history, problem.path, 1);
      return history === undefined;
    },
  };
}

/** Returns a name such as `broken links and anchors`. */
export function subjectOf({ links, anchors }: About, conjunction: 'and' | 'or'): string {
  return `broken ${[...(links ? ['links'] : []), ...(anchors ? ['anchors'] : [])].join(` ${conjunction} `)}`;
}

/** Says that nothing was found. It claims that nothing is broken only when everything was checked. */
export function noneFound(about: About, notJudged: readonly string[], skipped: SkippedHistory): string {
  const subject = subjectOf(about, 'or');
  if (notJudged.length > 0) return `No ${subject} were found among those that could be judged.`;
  const place = about.within ?? (about.except === undefined ? 'the docs' : 'the pages that were asked for');
  return `There are no ${skipped.isEmpty ? '' : 'other '}${subject} in ${place}.`;
}

/** Returns what the checks could not judge, as sentences. */
export function formatUnjudged({ notJudged }: { notJudged: readonly string[] }): string[] {
  return notJudged.map((line) => `Not judged: ${line}.`);
}

/** Whether a rule is about the target of a link, an image or a navigation entry. */
export function isLinkRule(rule: string): boolean {
  return ['link-broken', 'image-missing', 'navigation-missing-page'].includes(rule);
}

/** Formats a problem as a line of an answer. */
export function describeProblem(problem: FoundProblem): string {
  const subject =
    problem.subject === undefined || problem.message.includes(problem.subject) ? '' : ` (${problem.subject})`;
  return `${problem.path}:${problem.line}: ${problem.message}${subject}`;
}

/** A link to a missing heading is a broken link, too; but an instruction about anchors means only anchors. */
function isOfKind({ links }: About, { rule }: FoundProblem): boolean {
  return rule === 'anchor-broken' || (links && isLinkRule(rule));
}
