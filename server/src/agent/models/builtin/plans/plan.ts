import type { JSONObject } from '@ai-sdk/provider';
import type { z } from 'zod';
import type { AgentDocs, Page } from '../../../ports.ts';

/** What the copyeditor asks of the docs besides its tools. */
export type CopyeditorDocs = Pick<
  AgentDocs,
  'parse' | 'planAdd' | 'planRenamedAnchors' | 'planSortNavigation' | 'site'
>;

/** A call of one of the agent's tools. */
export interface ToolCall {
  tool: string;
  input: JSONObject;
}

/** What a tool answered. A refusal is not `ok`. */
export interface ToolAnswer {
  ok: boolean;
  text: string;
}

/**
 * How an instruction is carried out: it yields the tool calls of a step and is given their answers, in order. It
 * must be a function of these answers and of its desk alone, so that after a crash it can be run again over the
 * recorded steps up to where it was.
 */
export type Plan<Result> = AsyncGenerator<ToolCall[], Result, ToolAnswer[]>;

/** What a plan may ask besides tool calls. */
export interface Desk {
  docs: CopyeditorDocs;
  /** What a page is made of; undefined when it cannot be parsed, which is remembered. */
  parse(path: string, text: string): Promise<Page | undefined>;
  /** Asks what depends on the tree as it stands: the answer is kept in the transcript and is the same ever after. */
  remember<T>(shape: z.ZodType<T>, ask: () => Promise<T>): Promise<T>;
}

/** What became of an instruction. */
export interface Outcome {
  /** In the imperative, to be the title of the change. */
  title: string;
  /** Whether any file was changed. */
  changed: boolean;
  /** Sentences of Markdown about what was done, or why nothing was. */
  notes: string[];
  /** What was left as it is, and why: one a line. */
  left: string[];
  /** What was asked to be listed: one a line. */
  listed?: string[];
  /** Whether there is something to be done, none of which it can do. */
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

/** Whether a call was put off because the step had too many calls, or too much to say. */
export function wasNotRun(answer: ToolAnswer): boolean {
  return !answer.ok && answer.text.startsWith('Not run:');
}
