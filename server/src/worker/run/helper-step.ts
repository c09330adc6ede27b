import type { ModelMessage } from 'ai';
import type { Helper } from '../../agent/ports.ts';
import type { StepRecord } from '../../agent/turn.ts';

interface HelperWork {
  startedAt: Date;
  now: () => Date;
  /** What enters the job's conversation. */
  messages?: ModelMessage[];
  text?: string | undefined;
}

/**
 * Returns a step in which a helper was asked alone, with its calls so far. Unusable answers cost money, too, so such a
 * step is also recorded for them; undefined when it was not asked.
 */
export function helperStep(
  helper: Helper,
  { startedAt, now, messages = [], text = '' }: HelperWork,
): StepRecord | undefined {
  const helperCalls = helper.takeCalls();
  if (helperCalls.length === 0 && text === '') return undefined;
  return {
    messagesRead: [],
    messages,
    text,
    tools: [],
    usage: notAsked,
    helperCalls,
    finishReason: 'stop',
    startedAt,
    finishedAt: now(),
  };
}

/** The main model was not asked in this step. */
const notAsked = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };
