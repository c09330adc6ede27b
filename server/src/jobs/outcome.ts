import type { JobOutcome } from '@copydesk/contract';

/** So much of what the model said stands in the row of the job, which clients poll. */
const longestText = 2_000;

/** How a turn ended. */
export interface TurnEnding {
  prLink: string | null;
  /** The model's last words. */
  summary: string;
  /** What the model itself said came of a turn that changed nothing; undefined where it did not. */
  ended?: Exclude<JobOutcome['kind'], 'changed' | 'failed'>;
}

/**
 * What came of a job that is completed. Where the turn changed nothing, the model says which of the three it is; of one
 * that did not, as the built-in one, and models that overlook what they are told, it is guessed from its last words.
 */
export function outcomeOf({ prLink, summary, ended }: TurnEnding): JobOutcome {
  const text = summary.slice(0, longestText).toWellFormed().trim();
  if (ended !== undefined) return { kind: ended, text };
  if (prLink !== null) return { kind: 'changed', text };
  if (asks(summary)) return { kind: 'needs_answer', text };
  return { kind: declines(summary) ? 'declined' : 'nothing_to_do', text };
}

/** Whether the last line that says something is a question. */
function asks(summary: string): boolean {
  const last = summary.trimEnd().split('\n').at(-1) ?? '';
  return /[?？؟]["'”’)*_]*$/.test(last.slice(-20));
}

const beginningLength = 300;

/** Whether a model that changed nothing says at the beginning that it cannot or will not do it. */
function declines(summary: string): boolean {
  const beginning = summary.trimStart().slice(0, beginningLength).replaceAll('’', "'");
  // What the built-in copyeditor says of problems that it has found, and can mend none of.
  if (beginning.startsWith('Nothing could be changed')) return true;
  return /\b(?:I|we) (?:can't|cannot|can not|won't|will not|must decline|decline|refuse|(?:am|'m|are) (?:unable|not able|not going|not allowed))\b|\b(?:I'm|we're) (?:unable|not able|not going|not allowed)\b/i.test(
    beginning,
  );
}
