import type { ModelMessage } from 'ai';
import { z } from 'zod';
import type { TextMessage } from './contests.ts';

const ReviewMark = z.object({
  /** The id of the tree that was shown. */
  tree: z.string(),
  /**
   * What was requested: to fix what the checks found; to fix or finish; or only to give the description in the right
   * form.
   */
  kind: z.enum(['mend', 'finish', 'form']),
});

/** The mark on a message that shows the model its change, so that a resumed turn recognises the message. */
export type ReviewMark = z.infer<typeof ReviewMark>;

export type ReviewKind = ReviewMark['kind'];

/**
 * Adds the mark to a message, beside other notes. Providers ignore names that are not theirs, and no text can imitate a
 * mark.
 */
export function withReviewMark(message: TextMessage, review: ReviewMark): TextMessage {
  const { providerOptions } = message;
  return { ...message, providerOptions: { ...providerOptions, copydesk: { ...providerOptions?.copydesk, review } } };
}

/** Returns the mark of a message; undefined for a message without one. */
export function reviewMarkOf(message: ModelMessage): ReviewMark | undefined {
  if (message.role !== 'user') return undefined;
  return ReviewMark.safeParse(message.providerOptions?.copydesk?.review).data;
}
