import type { HelperCall, StepUsage } from '@copydesk/contract';
import type { ModelMessage, ToolSet, UserModelMessage } from 'ai';
import { closingText } from './review/closing-text.ts';
import { openCompactingAsk } from './compact/compact-ask.ts';
import type { CompactingAsk, Shortened } from './compact/compact-ask.ts';
import { ConversationView } from './compact/compact-view.ts';
import { Contests } from './review/contests.ts';
import { systemPrompt } from './instructions.ts';
import type { Instructions } from './instructions.ts';
import { openImageCalls } from './images/image-calls.ts';
import type { ImageCalls } from './images/image-calls.ts';
import { ShownImages } from './images/shown-images.ts';
import type { AgentModel } from './model.ts';
import { askModel, describeTools } from './call/model-call.ts';
import type { ModelAnswer } from './call/model-call.ts';
import type { AgentDocs, AgentPageViews, AgentTree, ChangeBound, ContextRepository, Helper } from './ports.ts';
import type { NotFoundAddresses } from './review/missed.ts';
import { ReadMarks } from './compact/read-marks.ts';
import { answerAttributes, chatSpan } from './call/spans.ts';
import { runCalls } from './tool-calls.ts';
import type { CallLimits, CallResults, ToolUse } from './tool-calls.ts';
import { toolsFor } from './tools/index.ts';
import type { ToolContext } from './tools/tool.ts';
import { noTracing } from './call/tracing.ts';
import type { Tracing } from './call/tracing.ts';
import { correctionFor, refusalOf } from './call/unusable-answer.ts';

/** The limits for each step of a turn. */
export interface TurnLimits extends CallLimits {
  /** How long one model call may take: a provider that never answers must not block the job forever. */
  modelCallMilliseconds: number;
}

/** Generous: the built-in model reads and edits hundreds of files in one step, and others may think for minutes. */
export const defaultLimits: TurnLimits = {
  modelCallMilliseconds: 10 * 60_000,
  callsPerStep: 500,
  resultBytesPerStep: 8 * 1024 * 1024,
};

/** One model call with its tool calls: what it added to the conversation, and what the transcript shows of it. */
export interface StepRecord {
  /** Positions of the messages that the model read before this step. */
  messagesRead: number[];
  /** Everything this step appended: user messages, the assistant's message, the tool results. */
  messages: ModelMessage[];
  text: string;
  tools: ToolUse[];
  usage: StepUsage;
  /** Calls of the helper within the step; absent when there is no helper. */
  helperCalls?: HelperCall[] | undefined;
  finishReason: string;
  /** How much of the conversation was shortened before the model answered; undefined when nothing was. */
  shortened?: Shortened;
  startedAt: Date;
  finishedAt: Date;
}

/** Supplies a turn's messages and stores its steps. */
export interface TurnJournal {
  /**
   * Returns the unread messages, in order. Called once before every model call. A step that is recorded marks them as
   * read.
   */
  takeMessages(): Promise<{ position: number; prompt: string }[]>;
  /** Stores a step whole, in one transaction. The next step begins only afterwards. Any error ends the turn. */
  record(step: StepRecord): Promise<void>;
}

/** What a turn may use, over all of its runs: it may be resumed, and it may get requests for repairs. */
export interface TurnBudget {
  /**
   * Called before every model call.
   * @param pending calls of a helper whose step is not recorded yet.
   * @throws CopydeskError `limit_reached`
   */
  check(pending?: readonly HelperCall[]): void;
  /** Called with every recorded step. */
  use(step: StepRecord): void;
}

/** Everything a turn needs: it reads no clock, environment or network of its own. */
export interface TurnOptions {
  /** Calls of one job share the provider's cache. */
  jobId?: string;
  model: AgentModel;
  /** A cheaper model, for questions that may be left to it. */
  helper?: Helper | undefined;
  tree: AgentTree;
  /** Without it, the size of a change is not limited. */
  bound?: ChangeBound;
  docs: AgentDocs;
  pageViews?: AgentPageViews;
  /** The repositories that may be read beside the docs. */
  repositories?: readonly ContextRepository[];
  /** The addresses that the job must repair, for a job of that kind. */
  missed?: NotFoundAddresses | undefined;
  instructions: Instructions;
  /**
   * The messages of all steps so far, of this turn and earlier ones. A resumed turn is the same call with more of them.
   */
  history: ModelMessage[];
  journal: TurnJournal;
  limits: TurnLimits;
  budget: TurnBudget;
  /** A user message put before the first step: a repair request. */
  firstMessage?: string | UserModelMessage;
  /**
   * Called before each model call; the returned function receives the model's text as it arrives. Neither may throw.
   */
  onWriting?: () => (delta: string) => void;
  now: () => Date;
  /** Ends the turn at once. */
  signal: AbortSignal;
  /** Ends the turn before its next step, with the signal's reason. */
  ending?: AbortSignal;
  /** Receives faults within tools; the model learns only that there was one. */
  report?: (error: unknown) => void;
  /** Receives the spans of model calls and tool calls; without it none are recorded. */
  tracing?: Tracing;
}

/** The state that one step passes to the next. */
interface Conversation {
  view: ConversationView;
  compacting: CompactingAsk;
  imageCalls: ImageCalls;
  system: string;
  tools: ToolSet;
  context: ToolContext;
}

/**
 * Runs one turn: a model call, its tool calls one after another, and the journal, repeated until the model answers
 * without a tool call and no message is left unread.
 *
 * When it throws, the tree may contain edits of the unrecorded step: the caller discards it or rolls it back.
 * @returns the model's closing text.
 * @throws CopydeskError `limit_reached`, `model_failed`, `model_not_configured`, `context_too_long`, refusals of the
 *   built-in model, and errors of the journal; the signal's reason when it was aborted.
 */
export async function runTurn(options: TurnOptions): Promise<{ text: string }> {
  const conversation = begin(options);
  let asked = options.firstMessage === undefined ? [] : [userMessage(options.firstMessage)];
  let ending = closingText(conversation.view.whole.at(-1));
  let unusable = 0;
  for (;;) {
    options.signal.throwIfAborted();
    options.ending?.throwIfAborted();
    const unread = await options.journal.takeMessages();
    // A turn that was recorded to its end and then resumed makes no more model calls.
    if (ending !== undefined && unread.length === 0 && asked.length === 0) return { text: ending };
    options.budget.check();
    const { answer, isOfUse } = await takeStep(conversation, asked, unread, options);
    asked = [];
    unusable = isOfUse ? 0 : unusable + 1;
    const refusal = refusalOf(answer, unusable, options.model.name);
    if (refusal !== undefined) throw refusal;
    ending = closingText(conversation.view.whole.at(-1));
  }
}

function begin({
  model,
  tree,
  docs,
  pageViews,
  repositories,
  helper,
  missed,
  instructions,
  history,
  firstMessage,
}: TurnOptions): Conversation {
  const system = systemPrompt(instructions);
  const described = describeTools(toolsFor({ repositories, helper, missed }));
  const view = ConversationView.fromHistory(history);
  const marks = ReadMarks.fromHistory(history);
  marks.setOutOfSight(view.outOfSight());
  const images = model.images === undefined ? undefined : new ShownImages();
  // A request for repairs determines what may be contested.
  const contests = Contests.fromHistory(firstMessage === undefined ? history : [...history, userMessage(firstMessage)]);
  return {
    view,
    compacting: openCompactingAsk(model, Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify(described))),
    imageCalls: openImageCalls(model, { tree, repositories, history }),
    system,
    tools: described,
    context: {
      tree,
      docs,
      pageViews,
      repositories,
      helper,
      missed,
      marks,
      contests,
      images,
      keepsLinks: !model.describesChanges,
    },
  };
}

/** Takes one step: adds new messages, calls the model, runs its tool calls, and records all of it. */
async function takeStep(
  conversation: Conversation,
  asked: UserModelMessage[],
  unread: { position: number; prompt: string }[],
  options: TurnOptions,
): Promise<{ answer: ModelAnswer; isOfUse: boolean }> {
  const startedAt = options.now();
  const { view, imageCalls } = conversation;
  const added = [...asked, ...unread.map(({ prompt }) => userMessage(prompt))];
  view.add(...added);
  const { answer, shortened } = await askForStep(conversation, options);
  const results = await answerCalls(answer, conversation.context, options);
  const answered: ModelMessage[] = answer.message === undefined ? [] : [answer.message];
  if (results !== undefined) answered.push(results.message);
  // Recorded together with the unusable answer, so that a turn resumed here does not take that answer for its end.
  const correction = correctionFor(answer);
  if (correction !== undefined) answered.push(userMessage(correction));
  const noted = answered.map((message, index) => (index === 0 ? imageCalls.noteOn(view.noteOn(message)) : message));
  view.add(...noted);
  const step: StepRecord = {
    messagesRead: unread.map(({ position }) => position),
    messages: [...added, ...noted],
    text: answer.text,
    tools: results?.uses ?? [],
    usage: answer.usage,
    helperCalls: options.helper?.takeCalls(),
    finishReason: answer.finishReason,
    shortened,
    startedAt,
    finishedAt: options.now(),
  };
  await options.journal.record(step);
  options.budget.use(step);
  return { answer, isOfUse: correction === undefined && results?.understood !== 0 };
}

/** Calls the model, with a shortened conversation when the whole one is too long for it. */
async function askForStep(
  { view, compacting, imageCalls, system, tools: described, context }: Conversation,
  { model, jobId, limits, signal, now, onWriting, tracing = noTracing }: TurnOptions,
): ReturnType<CompactingAsk['ask']> {
  const timeoutMilliseconds = limits.modelCallMilliseconds;
  const call = { model, jobId, system, tools: described, timeoutMilliseconds, signal, now };
  const ask = async (messages: ModelMessage[]): Promise<ModelAnswer> => {
    const hasAnswered = messages.some(({ role }) => role === 'assistant');
    // A call that is repeated without images has a span of its own.
    return await imageCalls.ask(messages, (shown) =>
      tracing.within(chatSpan(model, jobId), async (span) => {
        const answer = await askModel({ ...call, messages: shown, hasAnswered, onText: onWriting?.() });
        span.set(answerAttributes(answer));
        return answer;
      }),
    );
  };
  const asked = await compacting.ask(view, ask);
  if (asked.shortened !== undefined) context.marks.setOutOfSight(view.outOfSight());
  return asked;
}

async function answerCalls(
  { calls }: ModelAnswer,
  context: ToolContext,
  { limits, bound, signal, report = () => {}, tracing }: TurnOptions,
): Promise<CallResults | undefined> {
  if (calls.length === 0) return undefined;
  return runCalls({ calls, tools: toolsFor(context), context, limits, bound, report, signal, tracing });
}

function userMessage(content: string | UserModelMessage): UserModelMessage {
  return typeof content === 'string' ? { role: 'user', content } : content;
}
