import type { AssistantModelMessage } from 'ai';
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
 * no objects, and a conversation that holds such a call would be refused from then on.
 */
export function acceptable(message: AssistantModelMessage | undefined, made: { input: unknown }[]): Said {
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

/** Thoughts alone are no answer, and OpenAI refuses a conversation in which nothing follows them. */
function saysAnything({ content }: AssistantModelMessage): boolean {
  if (typeof content === 'string') return content !== '';
  return content.some((part) => (part.type === 'text' ? part.text !== '' : part.type === 'tool-call'));
}

/** Names are of 64 of these characters with all four providers. */
function toolName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
