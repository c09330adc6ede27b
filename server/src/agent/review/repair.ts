import { withReported } from './contests.ts';
import type { TextMessage } from './contests.ts';
import type { Problem } from '../ports.ts';
import { storable } from '../call/storable.ts';

/**
 * The beginning of a request for repairs: a resumed turn counts its rounds by it, and the built-in model recognises it.
 */
export const repairRequestPrefix = 'The checks found problems that this change introduced:';

/** Formats one problem for `check_docs` and the transcript: always one line, whatever the page or its path contains. */
export function formatProblem(problem: Problem): string {
  const subject = problem.subject === undefined ? '' : ` | subject: ${JSON.stringify(problem.subject)}`;
  const suggestion = problem.suggestion === undefined ? '' : ` | suggestion: ${JSON.stringify(problem.suggestion)}`;
  const place = `${problem.path}:${problem.line}`;
  const line = `${place} ${problem.severity} ${problem.rule}: ${problem.message}${subject}${suggestion}`;
  return storable(line.replaceAll(/\p{Cc}+/gu, ' '));
}

/** How many problems are reported at once. Fixing these shows whether they caused the rest. */
const maximumProblems = 50;

/** Returns the text that asks the model to fix problems. @param contested how many problems remain that it contests. */
export function repairRequest(problems: readonly Problem[], contested = 0): string {
  const lines = problems.slice(0, maximumProblems).map(formatProblem);
  const more = problems.length > maximumProblems ? [`… ${problems.length - maximumProblems} more`] : [];
  const left = contested > 0 ? [`You contest ${contested} more: nothing is left to do about those.`] : [];
  return [repairRequestPrefix, ...lines, ...more, ...left, '', advice].join('\n');
}

const advice =
  'Mend them. One that you have looked at again and know to be no fault you may contest with contest_problem: people ' +
  'decide about it by your reason. Never contest what you could mend.';

/**
 * Returns the user message that asks the model to fix what its change broke.
 *
 * @param mayContest whether the problems come from the docs' checks, which can be wrong.
 */
export function repairMessage(
  problems: readonly Problem[],
  contested: number,
  mayContest: (problem: Problem) => boolean,
): TextMessage {
  return withReported(repairRequest(problems, contested), problems.slice(0, maximumProblems).filter(mayContest));
}
