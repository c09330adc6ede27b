import type { Problem } from './ports.ts';
import { storable } from './storable.ts';

/** How a request for repairs begins: a resumed turn counts its rounds by it, and the built-in model knows it by it. */
export const repairRequestPrefix = 'The checks found problems that this change introduced:';

/** One problem as `check_docs` and the transcript show it: one line, whatever the page or its path holds. */
export function formatProblem(problem: Problem): string {
  const subject = problem.subject === undefined ? '' : ` | subject: ${JSON.stringify(problem.subject)}`;
  const suggestion = problem.suggestion === undefined ? '' : ` | suggestion: ${JSON.stringify(problem.suggestion)}`;
  const place = `${problem.path}:${problem.line}`;
  const line = `${place} ${problem.severity} ${problem.rule}: ${problem.message}${subject}${suggestion}`;
  return storable(line.replaceAll(/\p{Cc}+/gu, ' '));
}

/** How many problems are told at once; mending these shows whether the rest were their doing. */
const problemsTold = 50;

/** The user message that asks the model to mend what its change broke. */
export function repairRequest(problems: readonly Problem[]): string {
  const told = problems.slice(0, problemsTold).map(formatProblem);
  const more = problems.length > problemsTold ? [`… ${problems.length - problemsTold} more`] : [];
  return [repairRequestPrefix, ...told, ...more].join('\n');
}
