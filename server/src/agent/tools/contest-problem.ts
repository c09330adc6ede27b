import { z } from 'zod';
import type { Contests } from '../review/contests.ts';
import { formatProblem } from '../review/repair.ts';
import { cleanPath } from './show/path-filter.ts';
import { defineTool, doneAnswer, refusedAnswer } from './tool.ts';

const ContestProblemInput = z.object({
  path: z.string(),
  rule: z.string(),
  line: z.int().min(1).optional(),
  subject: z.string().optional().describe('without it and line: all of the rule there'),
  reason: z.string().describe('why it is no fault, for reviewers'),
});

/** About a paragraph; a longer text is cut. */
const longestReason = 1_000;

/**
 * Returns `contested: PROBLEM` for each. It is offered in every step, so that the tools stay the same throughout a turn
 * and the provider's cache remains valid. Before the checks have stopped the change, it refuses.
 */
export const contestProblem = defineTool({
  name: 'contest_problem',
  description: 'Contest a false alarm that the checks stopped your change with.',
  input: ContestProblemInput,
  summarise: ({ path, rule }) => `contest ${rule} in ${path}`,
  async run({ reason, ...place }, { contests }) {
    const named = { ...place, path: cleanPath(place.path) };
    const said = reason.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    const refusal = refusalOf(said, contests);
    if (refusal !== undefined) return refusedAnswer(refusal);
    const meant = contests.contest(named, said);
    if (meant.length === 0) return refusedAnswer(notReported(named, contests));
    return doneAnswer(meant.map((problem) => `contested: ${formatProblem(problem)}`).join('\n'));
  },
});

function refusalOf(reason: string, contests: Contests): string | undefined {
  if (contests.reported().length === 0) {
    return (
      'Nothing was reported that could be contested: the checks run when you are done. Mend what check_docs finds of your ' +
      'making, and end.'
    );
  }
  if (!/[\p{L}\p{N}]/u.test(reason)) {
    return 'The reason is empty. Say in a sentence why this is no fault: reviewers decide by it.';
  }
  if (reason.length <= longestReason) return undefined;
  return `The reason has ${reason.length} characters, and may have ${longestReason}. Say it shorter.`;
}

const maximumProblems = 10;

function notReported({ path, rule }: { path: string; rule: string }, contests: Contests): string {
  const reported = contests.reported();
  const lines = reported.slice(0, maximumProblems).map(formatProblem);
  if (reported.length > maximumProblems) lines.push(`… ${reported.length - maximumProblems} more`);
  return [`The checks have reported no such problem: ${rule} in ${path}. What they have reported:`, ...lines].join(
    '\n',
  );
}
