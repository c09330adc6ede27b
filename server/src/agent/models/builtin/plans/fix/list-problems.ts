import type { InstructionOf } from '../../grammar/instruction.ts';
import { requestedProblems, describeProblem, noneFound, subjectOf, formatUnjudged } from './requested-problems.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { count } from '../replace/words.ts';

/** Lists broken links and anchors with file and line, and says what could not be judged. Changes nothing. */
export async function* listProblems(context: PlanContext, instruction: InstructionOf<'list-problems'>): Plan<Outcome> {
  const { paths, isRequested, skipped } = yield* requestedProblems(context, instruction);
  const { problems, cut, notJudged } = yield* checkDocs(context, paths);
  const found = problems.filter(isRequested);
  const files = new Set(found.map(({ path }) => path)).size;
  const subject = subjectOf(instruction, 'and');
  const one = subjectOf(instruction, 'or').replaceAll(/(?<=link|anchor)s/gu, '');
  const some = `Found ${found.length.toLocaleString('en')} ${found.length === 1 ? one : subject} in ${count(files, 'file')}.`;
  const more = cut.map((path) => `${path} has more problems than one answer of the checks lists.`);
  return {
    title: `List ${subject}`,
    changed: false,
    notes: [
      found.length > 0 ? some : noneFound(instruction, notJudged, skipped),
      ...skipped.sentences('problem'),
      ...formatUnjudged({ notJudged }),
      ...more,
    ],
    left: [],
    listed: found.map(describeWithWay),
  };
}

function describeWithWay(problem: FoundProblem): string {
  const way = problem.suggestion === undefined ? '' : `; ${problem.suggestion} may be meant`;
  return describeProblem(problem) + way;
}
