import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { z } from 'zod';
import type { AgentModel } from '../model.ts';
import { askModel, describeTools } from './model-call.ts';
import type { ModelAnswer } from './model-call.ts';
import { defineTool, doneAnswer } from '../tools/tool.ts';

/** One finding about a model. */
export interface ModelFinding {
  /** In a few words, such as `calls tools`. */
  name: string;
  ok: boolean;
  /** What was found; if it is not well, also what to do about it. */
  detail: string;
}

/** The result of checking a model: the findings in order, and the tokens used. */
export interface ModelCheck {
  findings: ModelFinding[];
  usage: { inputTokens: number; outputTokens: number };
}

/** A word that a model can only know by reading it. */
const secretWord = 'quillfeather';

const readNote = defineTool({
  name: 'read_note',
  description: 'Read a note.',
  input: z.object({ name: z.string() }),
  summarise: ({ name }) => `read the note ${name}`,
  run: () => Promise.resolve(doneAnswer(`The word is ${secretWord}.`)),
});

/** Asks for the call in words, because some models refuse a forced tool choice. */
const question =
  'This is a check of the connection. Call the tool read_note with the name "harbour". ' +
  'When it has answered, say the word that it tells, and nothing else.';

/**
 * Tries a model with one tool call, as a job would, and reports what would prevent jobs. It costs a few hundred tokens.
 * It never throws because of a problem with the model.
 *
 * @throws the signal's reason when it was aborted.
 */
export async function checkModel(
  model: AgentModel,
  options: { timeoutMilliseconds: number; signal: AbortSignal; now: () => Date },
): Promise<ModelCheck> {
  const check: ModelCheck = { findings: [], usage: { inputTokens: 0, outputTokens: 0 } };
  const messages: ModelMessage[] = [{ role: 'user', content: question }];
  let pieces = 0;
  const ask = async (): Promise<ModelAnswer> => {
    const tools = describeTools([readNote]);
    const system = 'You follow instructions to the letter.';
    const answer = await askModel({ model, system, tools, messages, ...options, onText: () => (pieces += 1) });
    check.usage.inputTokens += answer.usage.inputTokens ?? 0;
    check.usage.outputTokens += answer.usage.outputTokens ?? 0;
    return answer;
  };
  try {
    const first = await ask();
    check.findings.push({ name: 'answers', ok: true, detail: 'The key, the address and the name are right.' });
    const callId = findCall(first, check.findings);
    if (callId === undefined || first.message === undefined) return check;
    const output = { type: 'text' as const, value: `The word is ${secretWord}.` };
    const result = { type: 'tool-result' as const, toolCallId: callId, toolName: readNote.name, output };
    messages.push(first.message, { role: 'tool', content: [result] });
    const second = await ask();
    check.findings.push(
      readsResults(second),
      usageFinding(check.usage),
      ...(model.streams ? [streamingFinding(pieces)] : []),
    );
  } catch (error) {
    if (!isCopydeskError(error)) throw error;
    const name = check.findings.length === 0 ? 'answers' : 'continues';
    check.findings.push({ name, ok: false, detail: `${error.message}${remedyFor(error)}` });
  }
  return check;
}

/** Returns advice that the error message lacks, because a job would wait without any help. */
function remedyFor({ retryable, retryAfterSeconds }: CopydeskError): string {
  if (!retryable) return '';
  const when = retryAfterSeconds === undefined ? 'in a while' : `in ${retryAfterSeconds} seconds`;
  return ` That may pass: try again ${when}. Jobs wait for it.`;
}

/** Returns the id of the expected call; any other answer is added as a finding. */
function findCall({ calls, text, finishReason }: ModelAnswer, findings: ModelFinding[]): string | undefined {
  const name = 'calls tools';
  const ended = calls.length === 0 ? explainedEndings.get(finishReason) : undefined;
  if (ended !== undefined) {
    findings.push({ name, ok: false, detail: ended });
    return undefined;
  }
  const call = calls.find(({ tool }) => tool === readNote.name);
  const [first] = calls;
  if (call !== undefined && readNote.prepare(call.input).ok) {
    findings.push({ name, ok: true, detail: 'It called the tool that it was asked to call.' });
    return call.id;
  }
  const found =
    call !== undefined
      ? 'It called the tool with an input that is not valid'
      : first !== undefined
        ? `It called a tool that does not exist, ${JSON.stringify(first.tool.slice(0, 60))}`
        : text.trim() === ''
          ? 'It answered nothing'
          : 'It answered in words instead of calling a tool';
  const remedy =
    'Copydesk works through tools alone: choose a model that supports them, and where you serve it yourself, ' +
    'turn tool calling on in the server.';
  findings.push({ name, ok: false, detail: `${found}. ${remedy}` });
  return undefined;
}

/** Finish reasons that say nothing about whether the model can call tools. */
const explainedEndings = new Map([
  ['content-filter', 'It refused, or a filter of its provider withheld its answer. Try again, or use another model.'],
  [
    'length',
    'Its answer was cut off before it was complete: the longest answer that it may give is too short for work.',
  ],
  ['error', 'Its provider broke the answer off. Try again in a while.'],
  ['other', 'Its provider ended the answer for a reason of its own. Try again in a while.'],
]);

function readsResults({ text, calls }: ModelAnswer): ModelFinding {
  const name = 'reads the results of tools';
  if (text.toLowerCase().includes(secretWord)) return { name, ok: true, detail: 'It said what the tool had answered.' };
  const found = calls.length > 0 ? 'It called the tool again' : 'It did not say what the tool had answered';
  return { name, ok: false, detail: `${found}: this model may be too small for the work. Try a larger one.` };
}

function usageFinding({ inputTokens, outputTokens }: ModelCheck['usage']): ModelFinding {
  const name = 'reports its usage';
  if (inputTokens > 0 && outputTokens > 0) {
    return { name, ok: true, detail: `It read ${inputTokens} tokens and wrote ${outputTokens}.` };
  }
  const detail =
    'It does not report how many tokens it uses: budgets in tokens and dollars, and the cost of jobs, cannot be counted. ' +
    'Jobs run anyway; limit them by steps and minutes.';
  return { name, ok: false, detail };
}

function streamingFinding(pieces: number): ModelFinding {
  const name = 'streams';
  return pieces > 0
    ? { name, ok: true, detail: 'Its text comes as it is written.' }
    : { name, ok: false, detail: 'It did not stream any text. Jobs run anyway.' };
}
