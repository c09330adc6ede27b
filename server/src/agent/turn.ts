import type { HelperCall, StepUsage } from '@copydesk/contract';
import type { ModelMessage, ToolSet, UserModelMessage } from 'ai';
import { closingText } from './closing-text.ts';
import { openAsk } from './compact-ask.ts';
import type { RoomyAsk, Shortened } from './compact-ask.ts';
import { ConversationView } from './compact-view.ts';
import { Contests } from './contests.ts';
import { systemPrompt } from './instructions.ts';
import type { Instructions } from './instructions.ts';
import { openSight } from './images/sight.ts';
import type { Sight } from './images/sight.ts';
import { ShownImages } from './images/shown-images.ts';
import type { AgentModel } from './model.ts';
import { askModel, describeTools } from './model-call.ts';
import type { ModelAnswer } from './model-call.ts';
import type { AgentDocs, AgentPageViews, AgentTree, ChangeBound, ContextRepository, Helper } from './ports.ts';
import type { MissedAddresses } from './missed.ts';
import { ReadMarks } from './read-marks.ts';
import { answerAttributes, chatSpan } from './spans.ts';
import { runCalls } from './tool-calls.ts';
import type { CallLimits, CallResults, ToolUse } from './tool-calls.ts';
import { toolsFor } from './tools/index.ts';
import type { ToolContext } from './tools/tool.ts';
import { noTracing } from './tracing.ts';
import type { Tracing } from './tracing.ts';
import { nudgeFor, refusalOf } from './unusable.ts';

/** What bounds the steps of a turn one by one. */
export interface TurnLimits extends CallLimits {
  /** How long one model call may take: a provider that never answers must not hold the job for ever. */
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
  /** Calls of the helper within the step; absent where there is none. */
  helperCalls?: HelperCall[] | undefined;
  finishReason: string;
  /** What was shortened of the conversation before the model answered; undefined when nothing was. */
  shortened?: Shortened;
  startedAt: Date;
  finishedAt: Date;
}

/** Where a turn's messages come from and where its steps are stored. */
export interface TurnJournal {
  /** The unread messages, in order; asked once before every model call. They are read when a step records them. */
  takeMessages(): Promise<{ position: number; prompt: string }[]>;
  /** Stores a step whole, in one transaction. The next step begins only when it has. Whatever it throws ends the turn. */
  record(step: StepRecord): Promise<void>;
}

/** What a turn may use, over all of its runs: it may be resumed, and asked for repairs. */
export interface TurnBudget {
  /**
   * Asked before every model call.
   * @param pending calls of a helper whose step is not recorded yet.
   * @throws CopydeskError `limit_reached`
   */
  check(pending?: readonly HelperCall[]): void;
  /** Told of every step that was recorded. */
  use(step: StepRecord): void;
}

/** Everything a turn needs: it reads no clock, environment or network of its own. */
export interface TurnOptions {
  /** Calls of one job share what the provider keeps of them. */
  jobId?: string;
  model: AgentModel;
  /** A cheaper model, for what may be left to it. */
  helper?: Helper | undefined;
  tree: AgentTree;
  /** Without it a change may be as large as it likes. */
  bound?: ChangeBound;
  docs: AgentDocs;
  pageViews?: AgentPageViews;
  /** What may be read beside the docs. */
  repositories?: readonly ContextRepository[];
  /** The addresses that the job is to repair, where it is a job for that. */
  missed?: MissedAddresses | undefined;
  instructions: Instructions;
  /** The messages of all steps so far, of this turn and those before. A resumed turn is the same call with more of them. */
  history: ModelMessage[];
  journal: TurnJournal;
  limits: TurnLimits;
  budget: TurnBudget;
  /** A user message put in front of the first step: a repair request. */
  nudge?: string | UserModelMessage;
  /** Called before each model call; what it answers is told of the model's text as it comes. Neither may throw. */
  onWriting?: () => (delta: string) => void;
  now: () => Date;
  /** Ends the turn at once. */
  signal: AbortSignal;
  /** Ends the turn at the next step's edge, with its reason. */
  ending?: AbortSignal;
  /** Is told of faults within tools; the model is told only that there was one. */
  report?: (error: unknown) => void;
  /** Where model calls and tool calls are told; nowhere unless given. */
  tracing?: Tracing;
}

/** What goes from one step to the next. */
interface Conversation {
  view: ConversationView;
  roomy: RoomyAsk;
  sight: Sight;
  system: string;
  tools: ToolSet;
  context: ToolContext;
}

/**
 * Runs one turn: a model call, its tool calls one after another, the journal; again, until the model answers without
 * a tool call and no message is left unread.
 *
 * When it throws, the tree may hold edits of the step that was not recorded: the caller discards it or rolls it back.
 * @returns the model's closing text.
 * @throws CopydeskError `limit_reached`, `model_failed`, `model_not_configured`, `context_too_long`, whatever the
 * built-in model refuses with, and what the journal throws; the signal's reason when it was aborted.
 */
export async function runTurn(options: TurnOptions): Promise<{ text: string }> {
  const conversation = begin(options);
  let asked = options.nudge === undefined ? [] : [userMessage(options.nudge)];
  let ending = closingText(conversation.view.whole.at(-1));
  let unusable = 0;
  for (;;) {
    options.signal.throwIfAborted();
    options.ending?.throwIfAborted();
    const unread = await options.journal.takeMessages();
    // A turn that was recorded to its end and then resumed asks nothing more.
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
  nudge,
}: TurnOptions): Conversation {
  const system = systemPrompt(instructions);
  const described = describeTools(toolsFor({ repositories, helper, missed }));
  const view = ConversationView.fromHistory(history);
  const marks = ReadMarks.fromHistory(history);
  marks.setOutOfSight(view.outOfSight());
  const images = model.images === undefined ? undefined : new ShownImages();
  // A request for repairs says what may be contested.
  const contests = Contests.fromHistory(nudge === undefined ? history : [...history, userMessage(nudge)]);
  return {
    view,
    roomy: openAsk(model, Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify(described))),
    sight: openSight(model, { tree, repositories, history }),
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

/** One step: told what is new, the model answers, its calls are run, and all of it is recorded. */
async function takeStep(
  conversation: Conversation,
  asked: UserModelMessage[],
  unread: { position: number; prompt: string }[],
  options: TurnOptions,
): Promise<{ answer: ModelAnswer; isOfUse: boolean }> {
  const startedAt = options.now();
  const { view, sight } = conversation;
  const told = [...asked, ...unread.map(({ prompt }) => userMessage(prompt))];
  view.add(...told);
  const { answer, shortened } = await askForStep(conversation, options);
  const results = await answerCalls(answer, conversation.context, options);
  const answered: ModelMessage[] = answer.message === undefined ? [] : [answer.message];
  if (results !== undefined) answered.push(results.message);
  // Recorded with the answer that it complains of: a turn resumed here must not take that answer for its ending.
  const nudge = nudgeFor(answer);
  if (nudge !== undefined) answered.push(userMessage(nudge));
  const noted = answered.map((message, index) => (index === 0 ? sight.noteOn(view.noteOn(message)) : message));
  view.add(...noted);
  const step: StepRecord = {
    messagesRead: unread.map(({ position }) => position),
    messages: [...told, ...noted],
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
  return { answer, isOfUse: nudge === undefined && results?.understood !== 0 };
}

/** Asks the model, about a shorter conversation where the whole one is too long for it. */
async function askForStep(
  { view, roomy, sight, system, tools: described, context }: Conversation,
  { model, jobId, limits, signal, now, onWriting, tracing = noTracing }: TurnOptions,
): ReturnType<RoomyAsk['ask']> {
  const timeoutMilliseconds = limits.modelCallMilliseconds;
  const call = { model, jobId, system, tools: described, timeoutMilliseconds, signal, now };
  const ask = async (messages: ModelMessage[]): Promise<ModelAnswer> => {
    const hasAnswered = messages.some(({ role }) => role === 'assistant');
    // A call that is made once more without images has a span of its own.
    return await sight.ask(messages, (shown) =>
      tracing.within(chatSpan(model, jobId), async (span) => {
        const answer = await askModel({ ...call, messages: shown, hasAnswered, onText: onWriting?.() });
        span.set(answerAttributes(answer));
        return answer;
      }),
    );
  };
  const asked = await roomy.ask(view, ask);
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
