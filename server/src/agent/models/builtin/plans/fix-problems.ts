import type { InstructionOf } from '../grammar/instruction.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import { mendLinks } from './mend-links.ts';
import type { Desk, Outcome, Plan } from './plan.ts';
import { pagesWithin } from './site-pages.ts';
import { count } from './words.ts';

type Fix = InstructionOf<'fix'>;

/** Puts right the links and anchors for which there is exactly one sensible way, and tells of the others. */
export async function* fixProblems(desk: Desk, instruction: Fix): Plan<Outcome> {
  const pages =
    instruction.within === undefined ? undefined : (yield* pagesWithin(desk, instruction.within, true)).paths;
  const asked = (problem: FoundProblem) => isAsked(instruction, problem);
  const found = (yield* checkDocs(desk, pages)).filter(asked);
  const mendable = found.filter(isMendable);
  const mended = yield* mendLinks(desk, mendable);
  const left = found.filter((problem) => !isMendable(problem)).map(describeProblem);
  const noun = instruction.links ? (instruction.anchors ? 'broken link or anchor' : 'broken link') : 'broken anchor';
  return {
    title: `Fix ${[...(instruction.links ? ['broken links'] : []), ...(instruction.anchors ? ['anchors'] : [])].join(' and ')}`,
    changed: mended.changed.length > 0,
    notes: [summary(found.length, mended.links, mended.changed.length, noun)],
    left: [...left, ...mended.left],
  };
}

function summary(found: number, mended: number, files: number, noun: string): string {
  if (found === 0) return `There is no ${noun} in the docs.`;
  if (mended === 0) return `Found ${count(found, noun)}, and for none is there exactly one sensible way to mend it.`;
  return `Mended ${count(mended, noun)} of ${found.toLocaleString('en')} in ${count(files, 'file')}.`;
}

function isMendable(problem: FoundProblem): boolean {
  return problem.subject !== undefined && problem.suggestion !== undefined;
}

const linkRules = new Set(['link-broken', 'image-missing', 'navigation-missing-page']);

function isAsked({ links, anchors }: Fix, { rule }: FoundProblem): boolean {
  return (anchors && rule === 'anchor-broken') || (links && linkRules.has(rule));
}

/** A problem as a line of the pull request. */
export function describeProblem(problem: FoundProblem): string {
  const subject =
    problem.subject === undefined || problem.message.includes(problem.subject) ? '' : ` (${problem.subject})`;
  return `${problem.path}:${problem.line}: ${problem.message}${subject}`;
}
