import type { Outcome } from './plans/plan.ts';

/** How much of a commit's title most tools show. */
const longestTitle = 72;

/** More lines than this about what was left are only counted. */
const mostLeft = 40;

/** More requested lines than this are only counted. */
const mostListed = 300;

/**
 * Returns the model's closing text, which becomes the pull request's description: a title, then what was done, what was
 * requested as a list, and what was left and why. Markdown.
 *
 * @param before the closing text of the work that this one only repairs: it stays in front.
 */
export function closingText(outcomes: readonly Outcome[], before?: string): string {
  const done = outcomes.some(answersSomething);
  const isAnswer =
    done && before === undefined && !outcomes.some(({ changed, unsolved }) => changed || unsolved === true);
  const listed = outcomes.flatMap((outcome) => outcome.listed ?? []);
  const notes = outcomes.flatMap((outcome) => outcome.notes);
  const left = outcomes.flatMap((outcome) => outcome.left);
  const parts = [
    before ?? (done ? titleOf(outcomes) : titleWithoutChange(outcomes)),
    notes.length === 1 ? (notes[0] ?? '') : notes.map((note) => `- ${note}`).join('\n'),
    bullets(listed, mostListed).join('\n'),
    left.length === 0 ? '' : ['Left as it is:', '', ...bullets(left, mostLeft)].join('\n'),
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  // The label of an answer: it is removed from the outcome, as those of other models are.
  return isAnswer ? `ANSWER: ${text}` : text;
}

/** The two texts differ because the job's outcome depends on these words: the first means that work remains undone. */
function titleWithoutChange(outcomes: readonly Outcome[]): string {
  return outcomes.some(({ unsolved }) => unsolved) ? 'Nothing could be changed' : 'Nothing had to be changed';
}

function titleOf(outcomes: readonly Outcome[]): string {
  const titles = [...new Set(outcomes.filter(answersSomething).map((outcome) => outcome.title))];
  const [first = '', ...others] = titles;
  const all = [first, ...others.map((title) => title.charAt(0).toLowerCase() + title.slice(1))].join(', ');
  if (all.length <= longestTitle) return all;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  if (first.length + more.length <= longestTitle) return first + more;
  return `${first
    .slice(0, longestTitle - 1 - more.length)
    .toWellFormed()
    .trimEnd()}…${more}`;
}

function answersSomething(outcome: Outcome): boolean {
  return outcome.changed || outcome.listed !== undefined;
}

function bullets(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most).map((line) => `- ${line}`);
  return lines.length > most ? [...shown, `- … and ${(lines.length - most).toLocaleString('en')} more`] : shown;
}
