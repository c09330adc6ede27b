import type {
  JSONObject,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { withoutContext } from '../../notes/context-note.ts';
import type { ToolAnswer, ToolCall } from './plans/plan.ts';

/** What happened in a conversation since the model last finished a piece of work. */
export interface Conversation {
  events: ConversationEvent[];
  /** The model's last closing text; undefined in its first piece of work. */
  lastClosing: string | undefined;
}

export type ConversationEvent =
  | { type: 'prompt'; text: string }
  /** One answer of this model with tool calls, their results, and the model's notes to itself. */
  | { type: 'step'; id: string; calls: ToolCall[]; answers: ToolAnswer[]; notes: unknown[] };

/** Reads the transcript that the model gets. Takes linear time in the number of parts and does not read their texts. */
export function readConversation(messages: LanguageModelV4Prompt): Conversation {
  const closing = messages.findLastIndex((message) => message.role === 'assistant' && callsOf(message).length === 0);
  const said = messages[closing];
  const events: ConversationEvent[] = [];
  let open: { step: Extract<ConversationEvent, { type: 'step' }>; ids: string[] } | undefined;
  for (const message of messages.slice(closing + 1)) {
    if (message.role === 'user') events.push({ type: 'prompt', text: withoutContext(textOf(message)) });
    if (message.role === 'assistant') {
      const calls = callsOf(message);
      const ids = calls.map((call) => call.toolCallId);
      const step = {
        type: 'step' as const,
        id: ids[0] ?? '',
        calls: calls.map(toCall),
        answers: calls.map(() => unanswered),
        notes: notesOf(calls[0]),
      };
      open = { step, ids };
      events.push(step);
    }
    if (message.role === 'tool' && open !== undefined) fillAnswers(open, message);
  }
  return { events, lastClosing: said === undefined ? undefined : textOf(said) };
}

const unanswered: ToolAnswer = { ok: false, text: 'the tool gave no answer' };

type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>;
type CallPart = Extract<AssistantMessage['content'][number], { type: 'tool-call' }>;

function callsOf(message: LanguageModelV4Message): CallPart[] {
  if (message.role !== 'assistant') return [];
  return message.content.filter((part) => part.type === 'tool-call');
}

function textOf(message: LanguageModelV4Message): string {
  if (message.role === 'system') return message.content;
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function toCall(part: CallPart): ToolCall {
  return { tool: part.toolName, input: isObject(part.input) ? part.input : {} };
}

/** Tool calls are recorded as this model made them. */
function isObject(input: unknown): input is JSONObject {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/**
 * The name under which a step's first tool call carries its notes, as it carries the thought signatures of other
 * models.
 */
export const notesKey = 'copyeditor';

const Notes = z.object({ notes: z.array(z.unknown()) });

function notesOf(part: CallPart | undefined): unknown[] {
  const notes = Notes.safeParse(part?.providerOptions?.[notesKey]);
  return notes.data?.notes ?? [];
}

function fillAnswers(
  open: { step: { answers: ToolAnswer[] }; ids: string[] },
  message: Extract<LanguageModelV4Message, { role: 'tool' }>,
): void {
  const places = new Map(open.ids.map((id, index) => [id, index]));
  for (const part of message.content) {
    const index = part.type === 'tool-result' ? places.get(part.toolCallId) : undefined;
    if (index !== undefined && part.type === 'tool-result') open.step.answers[index] = toAnswer(part);
  }
}

function toAnswer({ output }: LanguageModelV4ToolResultPart): ToolAnswer {
  switch (output.type) {
    case 'text':
      return { ok: true, text: output.value };
    case 'error-text':
      return { ok: false, text: output.value };
    case 'execution-denied':
      return { ok: false, text: output.reason ?? 'the call was denied' };
    case 'json':
    case 'error-json':
      return { ok: output.type === 'json', text: JSON.stringify(output.value) };
    case 'content':
      return { ok: true, text: output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') };
  }
}
