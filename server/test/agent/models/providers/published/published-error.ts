import type { ModelReply } from '../../../../support/model-server.ts';

/** What a provider answers when something is wrong, and the resulting error. */
export interface PublishedError {
  what: string;
  reply: ModelReply;
  code: 'model_not_configured' | 'context_too_long' | 'model_refused' | 'model_failed';
  retryable: boolean;
  retryAfterSeconds?: number;
  /** What the message must name. */
  says: RegExp;
}
