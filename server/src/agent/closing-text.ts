import type { ModelMessage } from 'ai';

/** The text of a message that ended a turn, undefined of any other: with it the model asked for nothing more. */
export function closingText(message: ModelMessage | undefined): string | undefined {
  if (message?.role !== 'assistant') return undefined;
  if (typeof message.content === 'string') return message.content;
  if (message.content.some(({ type }) => type === 'tool-call')) return undefined;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
