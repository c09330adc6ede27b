import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from '@ai-sdk/provider';
import { CopydeskError } from '@copydesk/contract';
import { repairRequestPrefix } from '../../../../server/src/agent/review/repair.ts';
import type { Strand } from '../strand.ts';
import { brokenMark } from './docs.ts';
import { lastLine } from './origin.ts';
import { correctionOf, editsOf, editsOfEvents, eventsPage, pageOf, parsePrompt } from './prompt.ts';
import type { Prompt } from './prompt.ts';

/** Called for each answer that would have to be paid for, with the messages that the model was shown for it. */
export type OnAnswer = (shown: Prompt[]) => void;

/**
 * Returns a model that does what the messages say, one edit per step, and reads nothing but the conversation: it
 * recognises what it has already done by the ids of its calls there.
 */
export function scriptedModel(strand: Strand, onAnswer: OnAnswer): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'simulated',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate(options) {
      const outcome = await strand.gate({ kind: 'model' });
      if (outcome === 'fail') throw busyError();
      if (outcome === 'lose') throw refusal();
      options.abortSignal?.throwIfAborted();
      onAnswer(promptsOf(options));
      const content = answer(options);
      return {
        content,
        finishReason: { unified: content.some(isCall) ? 'tool-calls' : 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 5, text: 5, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('The scripted model does not stream.')),
  };
}

/** How long a busy model asks to wait. */
export const busySeconds = 120;

/** The error when the model, or its helper, is unavailable for a while. */
export function busyError(): CopydeskError {
  return new CopydeskError('model_failed', 'The model is busy.', { retryAfterSeconds: busySeconds });
}

function refusal(): CopydeskError {
  return new CopydeskError('instruction_not_understood', 'The model does not understand.');
}

/** Returns the messages of people, in the order in which the model is shown them. */
function promptsOf(options: LanguageModelV4CallOptions): Prompt[] {
  return userTexts(options).flatMap((text) => parsePrompt(text) ?? []);
}

function userTexts(options: LanguageModelV4CallOptions): string[] {
  return options.prompt
    .filter((message) => message.role === 'user')
    .flatMap((message) => message.content)
    .flatMap((part) => (part.type === 'text' ? part.text.split('\n\n\n') : []));
}

function answer(options: LanguageModelV4CallOptions): LanguageModelV4Content[] {
  const prompts = promptsOf(options);
  const done = callsOf(options);
  const texts = userTexts(options);
  const corrections = texts.flatMap((text) => correctionOf(text) ?? []);
  const ofEvents = texts.flatMap((text) => editsOfEvents(text) ?? []);
  const next = [...prompts.flatMap(editsOf), ...ofEvents, ...corrections].find((edit) => !done.has(edit));
  if (next !== undefined) {
    return editStep(pageIn(options), next, { old: lastLine, new: `${lineOf(next)}\n${lastLine}` });
  }
  return repairChange(options, prompts, done) ?? [{ type: 'text', text: closingText(options, done.size) }];
}

/** Returns the page that a conversation is about. */
function pageIn(options: LanguageModelV4CallOptions): string {
  if (userTexts(options).some((text) => editsOfEvents(text) !== undefined)) return eventsPage;
  return pageOf(promptsOf(options)[0]?.job ?? 0);
}

/**
 * A third of the changes is described at once, and stays so in the review; another third is described in its review.
 * The others are left to the helper, and described here only when it did not do it.
 */
function closingText(options: LanguageModelV4CallOptions, edits: number): string {
  const asked = userTexts(options).at(-1) ?? '';
  const isReview = asked.startsWith('Review your change');
  const isOfForm = asked.startsWith('That was not in the form');
  const describes = isOfForm || (isReview ? edits % 3 === 2 : edits % 3 === 0);
  if (describes) return `TITLE: Done ${edits} edits\nCOMMIT: As was asked.\nDESCRIPTION: Done.`;
  return isReview ? 'KEEP' : `Done ${edits} edits.`;
}

/** Returns the line that an edit leaves. */
export function lineOf(edit: string): string {
  return edit.startsWith('break') ? `${brokenMark} ${edit}` : edit;
}

/** Fixes what a repair request asks for. */
function repairChange(
  options: LanguageModelV4CallOptions,
  prompts: Prompt[],
  done: Set<string>,
): LanguageModelV4Content[] | undefined {
  if (!(userTexts(options).at(-1) ?? '').startsWith(repairRequestPrefix)) return undefined;
  const broken = prompts.find(({ kind, message }) => kind === 'break and mend' && !done.has(`mend-${message}-1`));
  if (broken === undefined) return undefined;
  const [edit = ''] = editsOf(broken);
  return editStep(pageIn(options), `mend-${broken.message}-1`, { old: lineOf(edit), new: `mended ${edit}` });
}

function editStep(path: string, id: string, edit: { old: string; new: string }): LanguageModelV4Content[] {
  return [
    ...(isAskedAbout(id) ? [toolCall(`ask-${id}`, 'read_file', { path, question: 'What does it say?' })] : []),
    toolCall(`read-${id}`, 'read_file', { path }),
    toolCall(id, 'edit_file', { path, edits: [edit] }),
  ];
}

function toolCall(toolCallId: string, toolName: string, input: object): LanguageModelV4Content {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}

/** The helper is asked about the page before every other edit. */
function isAskedAbout(edit: string): boolean {
  return /-\d*[02468]-\d$/.test(edit);
}

function callsOf(options: LanguageModelV4CallOptions): Set<string> {
  return new Set(
    options.prompt
      .filter((message) => message.role === 'assistant')
      .flatMap((message) => message.content)
      .flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : [])),
  );
}

function isCall(content: LanguageModelV4Content): boolean {
  return content.type === 'tool-call';
}
