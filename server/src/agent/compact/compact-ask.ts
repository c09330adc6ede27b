import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import type { ConversationView } from './compact-view.ts';
import type { AgentModel } from '../model.ts';
import type { ModelAnswer } from '../call/model-call.ts';

/** How much was shortened before the model answered. */
export interface Shortened {
  results: number;
  characters: number;
}

/** Sends a conversation that may be longer than the model's window. */
export interface CompactingAsk {
  /**
   * Retries with fewer bytes each time the model refuses the conversation as too long. All retries belong to the same
   * step, so they do not count against the job's budget of steps.
   *
   * @throws CopydeskError `context_too_long` when nothing is left to shorten, and whatever `ask` throws.
   */
  ask(
    view: ConversationView,
    ask: (messages: ModelMessage[]) => Promise<ModelAnswer>,
  ): Promise<{ answer: ModelAnswer; shortened: Shortened | undefined }>;
}

/**
 * The share of a model's window at which its conversation is shortened. The answer needs room too, and some providers
 * refuse a call whose longest possible answer would not fit beside it: 64,000 of 200,000 tokens for one of them
 * (https://docs.claude.com/en/docs/build-with-claude/context-windows).
 */
const fullShare = 0.65;

/**
 * How far it is then shortened: far enough that it rarely has to happen again, because each time invalidates the
 * provider's cache.
 */
const afterShare = 0.5;

/** For English as JSON, used until the provider has reported a token count. */
const bytesPerToken = 3.5;

/** @param overheadBytes size of the instructions and tools, which are sent with each call. */
export function openCompactingAsk(model: AgentModel, overheadBytes: number): CompactingAsk {
  let lastCount: { bytes: number; tokens: number } | undefined;

  const tokensOf = (bytes: number): number => {
    if (lastCount === undefined) return bytes / bytesPerToken;
    const since = bytes - lastCount.bytes;
    return since > 0 ? lastCount.tokens + since / bytesPerToken : bytes * (lastCount.tokens / lastCount.bytes);
  };
  /**
   * Returns the size to which the messages must be shortened before they are sent; undefined while they fit as far as
   * is known.
   */
  const target = (view: ConversationView): number | undefined => {
    const { refusedBytes } = view;
    if (model.contextTokens === undefined && refusedBytes === Infinity) return undefined;
    const bytes = overheadBytes + view.bytes;
    const full = (model.contextTokens ?? Infinity) * fullShare;
    const tokens = tokensOf(bytes);
    if (tokens > full) return (bytes * afterShare * full) / tokens - overheadBytes;
    // A size that was refused once will be refused again, whether the window is known or not; a page adds thousands of
    // bytes.
    return view.bytes >= refusedBytes * 0.92 ? refusedBytes * afterShare : undefined;
  };
  const learn = (view: ConversationView, tokens: number): void => {
    if (model.contextTokens === undefined) return;
    const bytes = overheadBytes + view.bytes;
    if (tokens > bytes / mostBytesPerToken) lastCount = { bytes, tokens };
  };

  return {
    async ask(view, ask) {
      const shortened: Shortened = { results: 0, characters: 0 };
      const note = (done: Shortened | undefined): boolean => {
        shortened.results += done?.results ?? 0;
        shortened.characters += done?.characters ?? 0;
        return done !== undefined;
      };
      const ahead = target(view);
      if (ahead !== undefined) note(view.compactAhead(Math.max(0, ahead)));
      for (;;) {
        try {
          const answer = await ask(view.messages);
          learn(view, answer.usage.inputTokens ?? 0);
          return { answer, shortened: shortened.characters > 0 ? shortened : undefined };
        } catch (error) {
          if (!isCopydeskError(error, 'context_too_long')) throw error;
          const half = (overheadBytes + view.bytes) / 2;
          if (!note(view.compactRefused(Math.max(0, half - overheadBytes)))) throw tooLong(model.name, error);
        }
      }
    },
  };
}

/** A lower token count than this does not cover all that was sent: some providers leave out cached tokens. */
const mostBytesPerToken = 12;

function tooLong(name: string, cause: CopydeskError): CopydeskError {
  return new CopydeskError(
    'context_too_long',
    `The conversation is too long for the model ${name}, and nothing more can be shortened: what people have ` +
      'said stays word for word. Create a new job with a smaller request, or use a model with a larger window.',
    { cause },
  );
}
