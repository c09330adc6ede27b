import { commonFolder } from '../../text/paths.ts';
import { readProblem } from './check-docs.ts';
import { describeLeft, isFixable } from './fix-problems.ts';
import { fixLinks } from './fix-links.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { siteOf } from '../site.ts';
import { count } from '../replace/words.ts';

/** Fixes what the checks say that the change broke, when they say how. */
export async function* repair(context: PlanContext, request: string): Plan<Outcome> {
  const problems = request.split('\n').slice(1).flatMap(readProblem);
  const root = commonFolder((await siteOf(context)).pages);
  const fixable = problems.filter((problem) => isFixable(problem, root));
  const fixed = yield* fixLinks(context, fixable);
  const left = problems.filter((problem) => !fixable.includes(problem)).map(describeLeft);
  const done = `Fixed ${count(fixed.links, 'link')} that the change had broken.`;
  const nothing = 'The copyeditor knows no way to fix the problems that the checks found.';
  return {
    title: 'Fix what the change broke',
    changed: fixed.changed.length > 0,
    notes: [fixed.links > 0 ? done : nothing],
    left: [...left, ...fixed.left],
  };
}
