import type { ModelMessage } from 'ai';
import { z } from 'zod';
import type { TextMessage } from './contests.ts';

const ReviewMark = z.object({
  /** What was shown. */
  tree: z.string(),
  /** To mend what the checks found; to mend or finish; or to give the description alone, in its form. */
  kind: z.enum(['mend', 'finish', 'form']),
});

/** What a message that shows the model its change carries, so that a resumed turn knows it again. */
export type ReviewMark = z.infer<typeof ReviewMark>;

export type ReviewKind = ReviewMark['kind'];

/** The message with its mark beside other notes: providers ignore names that are not theirs, and nobody can write one. */
export function marked(message: TextMessage, review: ReviewMark): TextMessage {
  const { providerOptions } = message;
  return { ...message, providerOptions: { ...providerOptions, copydesk: { ...providerOptions?.copydesk, review } } };
}

/** The mark of a message; undefined of any other. */
export function reviewMarkOf(message: ModelMessage): ReviewMark | undefined {
  if (message.role !== 'user') return undefined;
  return ReviewMark.safeParse(message.providerOptions?.copydesk?.review).data;
}
