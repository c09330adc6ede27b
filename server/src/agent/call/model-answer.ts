import type { AssistantModelMessage } from 'ai';
import { storable } from './storable.ts';

/** A tool call as the model made it. `input` is undefined when it was no JSON object. */
export interface ModelCall {
  id: string;
  /** As the model named it. */
  tool: string;
  /** Its name in the conversation, where providers restrict names. */
  keptAs: string;
  input: unknown;
  /** The answer was too long and was cut off within this call. */
  isCut?: true;
}

/** The message of an answer as the conversation keeps it, and its calls. */
export interface KeptAnswer {
  message: AssistantModelMessage | undefined;
  calls: ModelCall[];
}

/**
 * Makes an answer acceptable to every provider: models sometimes call tools by impossible names or with inputs that are
 * no objects, and every later request with such a call in its conversation would be refused.
 */
export function toAcceptedAnswer(message: AssistantModelMessage | undefined, made: { input: unknown }[]): KeptAnswer {
  if (message === undefined || !saysAnything(message)) return { message: undefined, calls: [] };
  if (typeof message.content === 'string') return { message: storable(message), calls: [] };
  const calls: ModelCall[] = [];
  const content = message.content.map((part) => {
    if (part.type !== 'tool-call') return part;
    const id = storable(part.toolCallId);
    const tool = storable(part.toolName);
    const keptAs = toolName(tool);
    const input = made[calls.length]?.input;
    calls.push({ id, tool, keptAs, input: isObject(input) ? storable(input) : undefined });
    return { ...part, toolCallId: id, toolName: keptAs, input: isObject(input) ? input : {} };
  });
  return { message: storable({ ...message, content }), calls };
}

/** Reasoning alone is no answer, and OpenAI refuses a conversation in which nothing follows it. */
function saysAnything({ content }: AssistantModelMessage): boolean {
  if (typeof content === 'string') return content !== '';
  return content.some((part) => (part.type === 'text' ? part.text !== '' : part.type === 'tool-call'));
}

/** All four providers accept names of up to 64 of these characters. */
function toolName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
