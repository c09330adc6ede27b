import type { AssistantModelMessage, ModelMessage } from 'ai';
import { storable } from './storable.ts';

/** A tool call as the model made it. `input` is undefined when it was no JSON object. */
export interface ModelCall {
  id: string;
  /** As the model named it. */
  tool: string;
  /** Its name in the conversation, which providers restrict. */
  keptAs: string;
  input: unknown;
  /** The answer came to its end within this call, because it was too long. */
  isCut?: true;
}

/** What was said in an answer, as the conversation keeps it, with its calls. */
export interface Said {
  message: AssistantModelMessage | undefined;
  calls: ModelCall[];
}

/**
 * An answer as every provider takes it back: models now and then call tools by impossible names, with inputs that are
 * no objects, by one id twice, or by none, and a conversation that holds such a call would be refused from then on.
 */
export function acceptable(
  message: AssistantModelMessage | undefined,
  made: { input: unknown }[],
  earlier: readonly ModelMessage[],
): Said {
  if (message === undefined || message.content.length === 0) return { message: undefined, calls: [] };
  if (typeof message.content === 'string') return { message: storable(message), calls: [] };
  const used = callIds(earlier);
  const calls: ModelCall[] = [];
  const content = message.content.map((part) => {
    if (part.type !== 'tool-call') return part;
    const id = freshId(storable(part.toolCallId), used);
    const tool = storable(part.toolName);
    const keptAs = toolName(tool);
    const input = made[calls.length]?.input;
    calls.push({ id, tool, keptAs, input: isObject(input) ? storable(input) : undefined });
    return { ...part, toolCallId: id, toolName: keptAs, input: isObject(input) ? input : {} };
  });
  return { message: storable({ ...message, content }), calls };
}

function callIds(messages: readonly ModelMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue;
    for (const part of message.content) if (part.type === 'tool-call') ids.add(part.toolCallId);
  }
  return ids;
}

function freshId(id: string, used: Set<string>): string {
  const base = id === '' ? 'call' : id;
  let fresh = base;
  for (let count = 2; used.has(fresh); count += 1) fresh = `${base}_${count}`;
  used.add(fresh);
  return fresh;
}

/** Names are of 64 of these characters with all four providers. */
function toolName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
