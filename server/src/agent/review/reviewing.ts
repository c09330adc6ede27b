import type { ModelMessage } from 'ai';
import { closingText } from './closing-text.ts';
import { isKept, parseDescription, parseLabelled } from './describe-answer.ts';
import type { ModelDescription } from './describe-answer.ts';
import { endingOf } from './ending.ts';
import { reviewMarkOf } from './review-mark.ts';
import type { ReviewMark } from './review-mark.ts';

/** How often one turn shows the model a change that passed the checks: each fix leads to another review. */
export const maximumReviews = 3;

/** How far the review of the turn's change has come, according to its conversation. */
export interface Reviewing {
  /** The last request; undefined before the first review. */
  last: ReviewMark | undefined;
  /** Whether the model has ended with a text since. */
  isAnswered: boolean;
  /** Reviews of changes that passed the checks. */
  reviews: number;
  /** Reviews of any kind. */
  shown: number;
  /** The model's current description for reviewers. */
  description: ModelDescription | undefined;
  /** The model's text when it finished its work, not a review. */
  closing: string;
}

/** The next action for a change that passed the checks. */
export type NextReview = 'review' | 'form' | 'done';

/** Reads the state from the messages of a turn, so that a resumed one repeats no stored request. */
export function reviewingOf(conversation: readonly ModelMessage[]): Reviewing {
  const state: Reviewing = {
    last: undefined,
    isAnswered: false,
    reviews: 0,
    shown: 0,
    description: undefined,
    closing: '',
  };
  let hasWorked = true;
  for (const message of conversation) {
    const mark = reviewMarkOf(message);
    const text = closingText(message);
    if (mark !== undefined) {
      noteMark(state, mark);
      hasWorked = mark.kind === 'mend';
    } else if (text !== undefined) {
      state.description = nextDescription(state, text);
      state.isAnswered = true;
      if (hasWorked) state.closing = text;
    } else if (message.role === 'tool') hasWorked = true;
  }
  return state;
}

function noteMark(state: Reviewing, mark: ReviewMark): void {
  state.last = mark;
  state.isAnswered = false;
  if (mark.kind !== 'form') state.shown += 1;
  if (mark.kind === 'finish') state.reviews += 1;
}

/**
 * Returns the description after another text of the model. Only a text in the required form replaces an existing one;
 * when none exists, an answer to a review is read as leniently as possible.
 */
function nextDescription({ description, last }: Reviewing, text: string): ModelDescription | undefined {
  const given = parseLabelled(text);
  if (given !== undefined) return given;
  if (description !== undefined || last === undefined || last.kind === 'mend') return description;
  return isKept(text) || endingOf(text) !== undefined ? undefined : parseDescription(text);
}

export function nextReview({ last, reviews, description }: Reviewing, treeId: string): NextReview {
  const isShown = last?.tree === treeId;
  if (!isShown && reviews < maximumReviews) return 'review';
  const wasAsked = isShown && last?.kind === 'form';
  return description === undefined && !wasAsked ? 'form' : 'done';
}

/**
 * Returns the summary of the turn for the user: the model's closing text or, if that was for reviewers, its
 * description.
 */
export function summaryOf({ closing, description, shown }: Reviewing): string {
  const isForReviewers = parseLabelled(closing) !== undefined || shown > 1;
  if (description === undefined || !isForReviewers) return closing;
  const { title, commitBody, description: text } = description;
  const said = text === '' ? commitBody : text;
  return said === '' ? title : `${title}\n\n${said}`;
}
