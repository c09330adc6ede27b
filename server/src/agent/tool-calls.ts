import { isCopydeskError } from '@copydesk/contract';
import type { ErrorCode, EventData } from '@copydesk/contract';
import type { ToolModelMessage } from 'ai';
import { cut } from './text/cut.ts';
import { withPauses } from './call/with-pauses.ts';
import type { ModelCall } from './call/model-answer.ts';
import { oneLine } from './text/one-line.ts';
import type { ChangeBound } from './ports.ts';
import { toolSpan } from './call/spans.ts';
import { storable } from './call/storable.ts';
import { refusedAnswer } from './tools/tool.ts';
import type { PreparedCall, Tool, ToolAnswer, ToolContext } from './tools/tool.ts';
import { noTracing } from './call/tracing.ts';
import type { Tracing } from './call/tracing.ts';

/** One tool call as the transcript shows it. */
export type ToolUse = EventData<'step'>['tools'][number];

/** The limits for the calls of one step. */
export interface CallLimits {
  /** Tool calls that one step may make; further ones get a result but are not run. */
  callsPerStep: number;
  /** Bytes of tool results of one step; calls after that get a result but are not run. */
  resultBytesPerStep: number;
}

/** The results of a step's calls: the message for the model and the lines of the transcript. */
export interface CallResults {
  message: ToolModelMessage;
  uses: ToolUse[];
  /** Calls of existing tools with a valid input. */
  understood: number;
}

/** The inputs for running calls. */
interface CallOptions {
  calls: ModelCall[];
  tools: readonly Tool[];
  context: ToolContext;
  limits: CallLimits;
  bound?: ChangeBound | undefined;
  report: (error: unknown) => void;
  signal: AbortSignal;
  tracing?: Tracing;
}

/**
 * Runs the calls of one step, one after another in order: if they ran concurrently, one of two edits of a file would be
 * lost. An error within a call becomes its result.
 * @throws CopydeskError when work on the job cannot continue (`lease_lost`, `draining`, `database_unavailable`); the
 *   signal's reason when it was aborted.
 */
export async function runCalls(options: CallOptions): Promise<CallResults> {
  const { calls, tools, context, limits, signal } = options;
  const results: CallResults = { message: { role: 'tool', content: [] }, uses: [], understood: 0 };
  let bytes = 0;
  context.marks.beginStep();
  context.images?.beginStep();
  // A built-in model makes a hundred short calls in one step, so the loop pauses in between.
  for await (const [index, call] of withPauses(calls.entries())) {
    signal.throwIfAborted();
    const prepared = prepare(call, tools);
    if (prepared.ok) results.understood += 1;
    const barred = refuseOverLimit(index, bytes, limits);
    const answer = barred ?? (prepared.ok ? await runTraced(call, prepared, options) : refusedAnswer(prepared.reason));
    bytes += Buffer.byteLength(answer.text);
    append(results, call, prepared.ok ? prepared.summary : call.tool, answer, context);
  }
  return results;
}

function prepare(call: ModelCall, tools: readonly Tool[]): PreparedCall {
  const tool = tools.find(({ name }) => name === call.tool);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    return { ok: false, reason: `There is no tool ${transcriptText(call.tool, 60)}. The tools are: ${names}.` };
  }
  if (call.isCut === true) {
    const reason = `The call of ${tool.name} was cut off, because the answer was too long. Make several smaller calls.`;
    return { ok: false, reason };
  }
  if (call.input === undefined) return { ok: false, reason: `The input of ${tool.name} is not valid JSON.` };
  return tool.prepare(call.input);
}

function refuseOverLimit(index: number, bytes: number, limits: CallLimits): ToolAnswer | undefined {
  if (index >= limits.callsPerStep) {
    return refusedAnswer(`Not run: a step has at most ${limits.callsPerStep} calls. Make this call in the next step.`);
  }
  if (bytes < limits.resultBytesPerStep) return undefined;
  return refusedAnswer('Not run: the answers of this step are too long together. Make this call in the next step.');
}

async function runTraced(
  call: ModelCall,
  prepared: Extract<PreparedCall, { ok: true }>,
  options: CallOptions,
): Promise<ToolAnswer> {
  const { tracing = noTracing } = options;
  return await tracing.within(toolSpan(call), async (span) => {
    const answer = await answerOrRefuse(call.tool, () => runWithin(prepared, options), options);
    if (!answer.ok) span.fail('refused');
    return answer;
  });
}

/**
 * Runs a call. One that would make the change too large, or fails, leaves no trace: neither in the files nor in the
 * read marks.
 */
async function runWithin(
  prepared: Extract<PreparedCall, { ok: true }>,
  { context, bound }: CallOptions,
): Promise<ToolAnswer> {
  if (bound === undefined) return await prepared.run(context);
  const restore = context.marks.snapshot();
  try {
    return await bound.within(() => prepared.run(context));
  } catch (error) {
    restore();
    throw error;
  }
}

const fatalCodes = new Set<ErrorCode>(['lease_lost', 'draining', 'database_unavailable']);

/**
 * Returns the result of a call that may throw. Any error other than a CopydeskError is a bug: it is reported, and the
 * model does not see its message.
 */
async function answerOrRefuse(
  tool: string,
  run: () => Promise<ToolAnswer>,
  { report, signal }: { report: (error: unknown) => void; signal: AbortSignal },
): Promise<ToolAnswer> {
  try {
    return await run();
  } catch (error) {
    // A call that was interrupted because the work must end has no result.
    signal.throwIfAborted();
    if (!isCopydeskError(error)) {
      report(error);
      return refusedAnswer(`${tool} failed because of a fault in the tool itself. Do without it, or try another way.`);
    }
    if (fatalCodes.has(error.code)) throw error;
    return refusedAnswer(error.message);
  }
}

function append(
  results: CallResults,
  call: ModelCall,
  summary: string,
  answer: ToolAnswer,
  context: ToolContext,
): void {
  const text = storable(answer.text);
  const note = noteOf(context);
  results.message.content.push({
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.keptAs,
    output: { type: answer.ok ? 'text' : 'error-text', value: text },
    ...(note === undefined ? {} : { providerOptions: { copydesk: note } }),
  });
  results.uses.push({
    tool: transcriptText(call.tool, 60),
    summary: transcriptText(summary, 200),
    ok: answer.ok,
    result: cut(text, 400),
  });
}

/** Returns the notes that a result carries for later readers of the conversation; undefined when there are none. */
function noteOf({ marks, contests, images }: ToolContext) {
  const note = { ...marks.takeNote(), ...contests.takeNote(), ...images?.takeNote() };
  return Object.keys(note).length === 0 ? undefined : note;
}

/** Makes a text fit one line of the transcript. */
function transcriptText(text: string, maximum: number): string {
  return cut(oneLine(storable(text)), maximum);
}
