import type { LanguageModelV4Content, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { questionOf } from './helper.ts';
import { isAboutChecks, markOf, readPrompt } from './prompts.ts';

/** What the model sees of a job: the messages that it was given, and its own earlier answers. */
export interface View {
  key: string;
  /** Each message by its mark, in the order of the conversation. */
  messages: string[];
  /** How many edits the messages ask for together. */
  edits: number;
  /** The ids of the calls that gave the answers in the conversation, oldest first. */
  calls: string[];
  /** The edits that were made. */
  written: { call: string; path: string }[];
  /** Whether it is asked to review its change. */
  isReview: boolean;
}

/** Reads a conversation. Returns undefined when no message in it comes from the rig. */
export function readConversation(prompt: LanguageModelV4Prompt): View | undefined {
  const view: View = { key: '', messages: [], edits: 0, calls: [], written: [], isReview: false };
  for (const message of prompt) {
    if (message.role === 'user') readMessage(view, message.content);
    if (message.role === 'assistant') readAnswer(view, message.content);
  }
  return view.key === '' ? undefined : view;
}

function readMessage(view: View, content: readonly { type: string; text?: string }[]): void {
  const text = content.map((part) => part.text ?? '').join('');
  view.isReview = text.startsWith('Review your change');
  const asked = readPrompt(text);
  if (asked === undefined && !isAboutChecks(text)) return;
  view.key ||= asked?.key ?? '';
  view.messages.push(markOf(text));
  view.edits += asked?.edits ?? 1;
}

function readAnswer(view: View, content: readonly { type: string; text?: string; toolCallId?: string }[]): void {
  const call = callOf(content);
  if (call === undefined) return;
  view.calls.push(call);
  const edits = content.some((part) => part.type === 'tool-call');
  if (edits) view.written.push({ call, path: pagePath(view.key, view.written.length) });
}

/** Returns the id of the call that an assistant's message came from: it is in the ids of its tools and in its text. */
export function callOf(content: readonly { text?: string; toolCallId?: string }[]): string | undefined {
  const marked = content.map((part) => part.toolCallId ?? part.text ?? '').join(' ');
  return /\bcall-\d+\b/.exec(marked)?.[0];
}

/** Alternates between two pages per job. */
export function pagePath(key: string, edit: number): string {
  return `docs/${key}/page-${edit % 2}.md`;
}

/** A page is the list of the calls that have edited it. */
export function pageText(key: string, edits: readonly { call: string; path: string }[], path: string): string {
  const lines = edits.filter((edit) => edit.path === path).map(({ call }) => `- ${call}\n`);
  return `# ${path.slice(path.lastIndexOf('/') + 1, -3)} of ${key}\n\n${lines.join('')}`;
}

/**
 * Returns the answer to a conversation: one edit per step until all requested edits are made, then a closing text. It
 * contains the call's id, so a repeated call gives another text, and another tree. With a helper, it asks the helper
 * before every other edit, and leaves the description of the change to it.
 */
export function answerTo(view: View, call: string, hasHelper: boolean): LanguageModelV4Content[] {
  const { key, edits, written } = view;
  if (written.length >= edits) {
    const closing = hasHelper && view.isReview ? 'KEEP' : `Edit the pages of ${key}`;
    return [{ type: 'text', text: `${closing}\n\nThat was ${call}.` }];
  }
  const path = pagePath(key, written.length);
  const content = pageText(key, [...written, { call, path }], path);
  const use = (toolName: string, input: object, id = toolName): LanguageModelV4Content => ({
    type: 'tool-call',
    toolCallId: `${call}-${id}`,
    toolName,
    input: JSON.stringify(input),
  });
  const question = hasHelper && written.length % 2 === 0 ? [use('read_file', questionOf(key), 'ask')] : [];
  // A file must be read before it is replaced. A new one cannot be read, which does no harm.
  return [...question, use('read_file', { path }), use('write_file', { path, content })];
}
