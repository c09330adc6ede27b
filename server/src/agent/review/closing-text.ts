import type { ModelMessage } from 'ai';

/** Returns the text of a message that ended a turn: one without tool calls. Undefined for any other message. */
export function closingText(message: ModelMessage | undefined): string | undefined {
  if (message?.role !== 'assistant') return undefined;
  if (typeof message.content === 'string') return message.content;
  if (message.content.some(({ type }) => type === 'tool-call')) return undefined;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
