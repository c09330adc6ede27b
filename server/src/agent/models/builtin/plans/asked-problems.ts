import type { InstructionOf } from '../grammar/instruction.ts';
import type { FoundProblem } from './check-docs.ts';
import { LeftAlone } from './left-alone.ts';
import type { Desk, Plan } from './plan.ts';
import { checkedWithin, datedPosts } from './site-pages.ts';

type About = InstructionOf<'fix' | 'list-problems'>;

/** Which problems an instruction is about. */
interface Asked {
  /** The files to check; all of the docs when undefined. */
  paths: string[] | undefined;
  isAsked: (problem: FoundProblem) => boolean;
  /** Counts those that `isAsked` passed over. */
  alone: LeftAlone;
}

/** The problems that an instruction to fix or to list them is about. */
export async function* askedProblems(desk: Desk, instruction: About): Plan<Asked> {
  const { paths, historyOf } = yield* checkedWithin(desk, instruction);
  const dated = yield* datedPosts(desk);
  const alone = new LeftAlone();
  return {
    paths,
    alone,
    isAsked(problem) {
      if (!isOfKind(instruction, problem)) return false;
      const history = historyOf(problem.path, () => dated.has(problem.path));
      if (history !== undefined) alone.add(history, problem.path, 1);
      return history === undefined;
    },
  };
}

/** `broken links and anchors`. */
export function subjectOf({ links, anchors }: About, conjunction: 'and' | 'or'): string {
  return `broken ${[...(links ? ['links'] : []), ...(anchors ? ['anchors'] : [])].join(` ${conjunction} `)}`;
}

/** Says that nothing was found, and that there is nothing only where all was looked at. */
export function noneFound(about: About, notJudged: readonly string[], alone: LeftAlone): string {
  const subject = subjectOf(about, 'or');
  if (notJudged.length > 0) return `No ${subject} were found among those that could be judged.`;
  const place = about.within ?? (about.except === undefined ? 'the docs' : 'the pages that were asked for');
  return `There are no ${alone.isEmpty ? '' : 'other '}${subject} in ${place}.`;
}

/** What the checks do not know, as sentences. */
export function unjudged({ notJudged }: { notJudged: readonly string[] }): string[] {
  return notJudged.map((line) => `Not judged: ${line}.`);
}

/** Whether a rule is about what a link, an image or an entry of the navigation leads to. */
export function isLinkRule(rule: string): boolean {
  return ['link-broken', 'image-missing', 'navigation-missing-page'].includes(rule);
}

/** A problem as a line of an answer. */
export function describeProblem(problem: FoundProblem): string {
  const subject =
    problem.subject === undefined || problem.message.includes(problem.subject) ? '' : ` (${problem.subject})`;
  return `${problem.path}:${problem.line}: ${problem.message}${subject}`;
}

/** A link to a heading that is not there is a broken link, too; who asks for anchors alone means them alone. */
function isOfKind({ links }: About, { rule }: FoundProblem): boolean {
  return rule === 'anchor-broken' || (links && isLinkRule(rule));
}
