import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { EventData } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import type { AgentDocs, AgentPageViews, AgentTree } from './ports.ts';

/** One tool call as the transcript shows it. */
export type ToolUse = EventData<'step'>['tools'][number];

/** What bounds one turn. Wall time is bounded by the caller's signal. */
export interface TurnLimits {
  /** Model calls in this turn. */
  steps: number;
  /** Tool calls that one step may make; further ones are answered, and not run. */
  callsPerStep: number;
  /** Bytes of tool answers of one step; calls after that are answered, and not run. */
  resultBytesPerStep: number;
}

/** Generous: the built-in model reads and edits hundreds of files in one step. */
export const defaultLimits: TurnLimits = { steps: 100, callsPerStep: 500, resultBytesPerStep: 8 * 1024 * 1024 };

/** One model call with its tool calls: what it added to the conversation, and what the transcript shows of it. */
export interface StepRecord {
  /** Positions of the messages that the model read before this step. */
  messagesRead: number[];
  /** Everything this step appended: user messages, the assistant's message, the tool results. */
  messages: ModelMessage[];
  text: string;
  tools: ToolUse[];
  usage: { inputTokens: number | null; outputTokens: number | null };
  finishReason: string;
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

export interface TurnOptions {
  model: LanguageModelV4;
  tree: AgentTree;
  docs: AgentDocs;
  pageViews?: AgentPageViews;
  instructions: { projectName: string; docsFolder: string; repositoryGuidance?: string };
  /** The messages of all steps so far, of this turn and those before. A resumed turn is the same call with more of them. */
  history: ModelMessage[];
  journal: TurnJournal;
  limits: TurnLimits;
  /** A user message put in front of the first step: a repair request. */
  nudge?: string;
  now: () => Date;
  signal: AbortSignal;
}

/**
 * Runs one turn: model call, its tool calls one after another in order, journal, until the model answers without a
 * tool call and no message is left unread.
 * @returns the model's closing text.
 */
export async function runTurn(options: TurnOptions): Promise<{ text: string }> {
  await Promise.resolve();
  throw new Error(`not built yet: ${options.model.modelId}`);
}
