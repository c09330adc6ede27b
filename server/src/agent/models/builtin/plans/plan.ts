import type { JSONObject } from '@ai-sdk/provider';
import type { z } from 'zod';
import type { AgentDocs, Page } from '../../../ports.ts';

/** The functions of the docs that the copyeditor uses besides its tools. */
export type CopyeditorDocs = Pick<
  AgentDocs,
  'parse' | 'planAdd' | 'planRenamedAnchors' | 'planSortNavigation' | 'site'
>;

/** A call of one of the agent's tools. */
export interface ToolCall {
  tool: string;
  input: JSONObject;
}

/** A tool's result. A refusal is not `ok`. */
export interface ToolAnswer {
  ok: boolean;
  text: string;
}

/**
 * The plan that carries out an instruction: it yields the tool calls of a step and receives their results, in order. It
 * must depend only on these results and on its context, so that after a crash it can be run again over the recorded steps
 * up to where it was.
 */
export type Plan<Result> = AsyncGenerator<ToolCall[], Result, ToolAnswer[]>;

/** What a plan may use besides tool calls. */
export interface PlanContext {
  docs: CopyeditorDocs;
  /** Returns the parts of a page; undefined when it cannot be parsed, which is recorded. */
  parse(path: string, text: string): Promise<Page | undefined>;
  /**
   * Asks a question whose answer depends on the current tree. The answer is stored in the transcript and never changes
   * again.
   */
  recordAnswer<T>(shape: z.ZodType<T>, ask: () => Promise<T>): Promise<T>;
}

/** The result of an instruction. */
export interface Outcome {
  /** In the imperative, for the title of the change. */
  title: string;
  /** Whether any file was changed. */
  changed: boolean;
  /** Sentences of Markdown about what was done, or why nothing was. */
  notes: string[];
  /** What was left as it is, and why: one item a line. */
  left: string[];
  /** What the instruction asked to list: one item a line. */
  listed?: string[];
  /** Whether there is something to do, but nothing of it that the copyeditor can do. */
  unsolved?: boolean;
}

/** More calls than this are spread over several steps. */
const callsPerStep = 400;

/** Makes any number of calls, over as many steps as they need. */
export async function* callAll(calls: readonly ToolCall[]): Plan<ToolAnswer[]> {
  const answers: ToolAnswer[] = [];
  while (answers.length < calls.length) {
    const made = yield calls.slice(answers.length, answers.length + callsPerStep);
    const barred = made.findIndex(wasNotRun);
    answers.push(...made.slice(0, barred === -1 ? undefined : barred));
    if (barred === 0 || made.length === 0) return [...answers, ...made];
  }
  return answers;
}

/** Whether a call was not run because the step had too many calls, or too long results. */
export function wasNotRun(answer: ToolAnswer): boolean {
  return !answer.ok && answer.text.startsWith('Not run:');
}
