import type { z } from 'zod';
import type { AgentDocs, AgentPageViews, AgentTree } from '../ports.ts';
import type { ReadMarks } from '../read-marks.ts';

/** What every tool may reach: the job's tree, the docs, page views, and what the model has seen of which file. */
export interface ToolContext {
  tree: AgentTree;
  docs: AgentDocs;
  pageViews?: AgentPageViews;
  marks: ReadMarks;
}

/** What a tool says to the model. A refusal (`ok: false`) says what was found and what to do instead. */
export interface ToolAnswer {
  ok: boolean;
  text: string;
}

/** One tool: what the model is told of it, how its input is parsed, and what it does. */
export interface Tool<Input = unknown> {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** The call in a few words for the transcript, such as `read docs/index.md`. */
  summarise(input: Input): string;
  /** Refusals that are foreseen are answers; a CopydeskError thrown by the tree or the docs is made one by the caller. */
  run(input: Input, context: ToolContext): Promise<ToolAnswer>;
}

/** The answer of a tool that did what was asked. */
export function done(text: string): ToolAnswer {
  return { ok: true, text };
}

/** The answer of a tool that changed nothing. */
export function refused(text: string): ToolAnswer {
  return { ok: false, text };
}
