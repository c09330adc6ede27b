import type { ModelMessage } from 'ai';
import { closingText } from './closing-text.ts';
import { isKept, parseDescription, parseLabelled } from './describe-answer.ts';
import type { ModelDescription } from './describe-answer.ts';
import { endingOf } from './ending.ts';
import { reviewMarkOf } from './review-mark.ts';
import type { ReviewMark } from './review-mark.ts';

/** How often the model is shown a change that the checks let pass, in one turn: each mending leads to another. */
export const maximumReviews = 3;

/** How far the review of the turn's change has come, as its conversation tells it. */
export interface Reviewing {
  /** What was asked last; undefined before the first review. */
  last: ReviewMark | undefined;
  /** Whether the model has ended with a text since. */
  isAnswered: boolean;
  /** Reviews of changes that the checks let pass. */
  reviews: number;
  /** Reviews of any kind. */
  shown: number;
  /** The model's words for reviewers, as they stand. */
  description: ModelDescription | undefined;
  /** What the model said when it was done with its work, and not with a review. */
  closing: string;
}

/** What is to be done next about a change that the checks let pass. */
export type NextReview = 'review' | 'form' | 'done';

/** Reads it from the messages of a turn, so that a resumed one asks nothing twice that is stored. */
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
      note(state, mark);
      hasWorked = mark.kind === 'mend';
    } else if (text !== undefined) {
      state.description = standing(state, text);
      state.isAnswered = true;
      if (hasWorked) state.closing = text;
    } else if (message.role === 'tool') hasWorked = true;
  }
  return state;
}

function note(state: Reviewing, mark: ReviewMark): void {
  state.last = mark;
  state.isAnswered = false;
  if (mark.kind !== 'form') state.shown += 1;
  if (mark.kind === 'finish') state.reviews += 1;
}

/**
 * The description after another text of the model. Only one in the form that was asked for replaces what stands; where
 * nothing does, an answer to a review is read as leniently as it can be.
 */
function standing({ description, last }: Reviewing, text: string): ModelDescription | undefined {
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

/** What the user is told of the turn: what the model said at the end, or where that was for reviewers, its description. */
export function summaryOf({ closing, description, shown }: Reviewing): string {
  const isForReviewers = parseLabelled(closing) !== undefined || shown > 1;
  if (description === undefined || !isForReviewers) return closing;
  const { title, commitBody, description: text } = description;
  const said = text === '' ? commitBody : text;
  return said === '' ? title : `${title}\n\n${said}`;
}
