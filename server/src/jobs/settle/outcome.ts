import type { JobOutcome } from '@copydesk/contract';

/** How much of the model's text is stored in the job's row, which clients poll. */
const longestText = 2_000;

/** How a turn ended. */
export interface TurnEnding {
  prLink: string | null;
  /** The model's last text. */
  summary: string;
  /** The result that the model itself reported for a turn that changed nothing; undefined when it reported none. */
  ended?: Exclude<JobOutcome['kind'], 'changed' | 'failed'>;
}

/**
 * Returns the outcome of a completed job. When the turn changed nothing, the model reports which of the three results
 * it is. When it does not, as the built-in model and models that overlook their instructions, the result is guessed
 * from its last text.
 */
export function outcomeOf({ prLink, summary, ended }: TurnEnding): JobOutcome {
  const text = summary.slice(0, longestText).toWellFormed().trim();
  if (ended !== undefined) return { kind: ended, text };
  if (prLink !== null) return { kind: 'changed', text };
  if (endsWithQuestion(summary)) return { kind: 'needs_answer', text };
  return { kind: declinesTask(summary) ? 'declined' : 'nothing_to_do', text };
}

/** Whether the last non-empty line is a question. */
function endsWithQuestion(summary: string): boolean {
  const last = summary.trimEnd().split('\n').at(-1) ?? '';
  return /[?？؟]["'”’)*_]*$/.test(last.slice(-20));
}

const beginningLength = 300;

/** Whether a model that changed nothing says at the beginning that it cannot or will not do the task. */
function declinesTask(summary: string): boolean {
  const beginning = summary.trimStart().slice(0, beginningLength).replaceAll('’', "'");
  // The built-in copyeditor's text when it has found problems and can fix none of them.
  if (beginning.startsWith('Nothing could be changed')) return true;
  return /\b(?:I|we) (?:can't|cannot|can not|won't|will not|must decline|decline|refuse|(?:am|'m|are) (?:unable|not able|not going|not allowed))\b|\b(?:I'm|we're) (?:unable|not able|not going|not allowed)\b/i.test(
    beginning,
  );
}
