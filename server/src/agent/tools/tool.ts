import { z } from 'zod';
import type { AgentDocs, AgentPageViews, AgentTree, ContextRepository, Helper } from '../ports.ts';
import type { NotFoundAddresses } from '../review/missed.ts';
import type { Contests } from '../review/contests.ts';
import type { ShownImages } from '../images/shown-images.ts';
import type { ReadMarks } from '../compact/read-marks.ts';

/**
 * What every tool can reach: the job's tree, the docs, page views, what the model has seen of which file, and what it
 * contests.
 */
export interface ToolContext {
  tree: AgentTree;
  docs: AgentDocs;
  pageViews?: AgentPageViews;
  marks: ReadMarks;
  contests: Contests;
  /** Whether the model itself updates links when it changes headings, as the built-in one does. */
  keepsLinks?: boolean;
  /** The images that it is shown; absent for a model that cannot see. */
  images?: ShownImages;
  /** The context repositories that may be read. */
  repositories?: readonly ContextRepository[];
  /** A cheaper model that may be asked about files. */
  helper?: Helper | undefined;
  /** The addresses that the job must repair, for a job of that kind. */
  missed?: NotFoundAddresses | undefined;
  /** The context repository that this call reads instead of the docs. */
  contextRepository?: ContextRepository;
}

/** A tool's result for the model. A refusal (`ok: false`) says what was found and what to do instead. */
export interface ToolAnswer {
  ok: boolean;
  text: string;
}

/** A call whose input is parsed, or why it is invalid. */
export type PreparedCall =
  | { ok: true; summary: string; run(context: ToolContext): Promise<ToolAnswer> }
  | { ok: false; reason: string };

/** A tool as the loop sees it, for any type of input. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  prepare(input: unknown): PreparedCall;
}

/** The definition of a tool: its description for the model, how its input is parsed, and what it does. */
interface ToolDefinition<Input> {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** Describes the call in a few words for the transcript, such as `read docs/index.md`. */
  summarise: (input: Input) => string;
  /**
   * Runs the call. Expected refusals are results. A CopydeskError of the tree or the docs may be thrown: its detail
   * becomes the result.
   */
  run: (input: Input, context: ToolContext) => Promise<ToolAnswer>;
}

/** Makes a tool from its definition and hides the type of its input. */
export function defineTool<Input>({ name, description, input, summarise, run }: ToolDefinition<Input>): Tool {
  return {
    name,
    description,
    input,
    prepare(given) {
      const parsed = input.safeParse(withoutNulls(given));
      if (!parsed.success) return { ok: false, reason: describeFault(name, parsed.error) };
      return { ok: true, summary: summarise(parsed.data), run: (context) => run(parsed.data, context) };
    },
  };
}

/** Returns the result of a tool that did what was requested. */
export function doneAnswer(text: string): ToolAnswer {
  return { ok: true, text };
}

/** Returns the result of a tool that changed nothing. */
export function refusedAnswer(text: string): ToolAnswer {
  return { ok: false, text };
}

/** Models often give null for omitted arguments. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field)]),
  );
}

/** Returns what is wrong with an input, in one line. */
function describeFault(tool: string, error: z.ZodError): string {
  const issues = error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${z.core.toDotPath(path) || 'input'}: ${message}`);
  const more = error.issues.length > 3 ? ` (and ${error.issues.length - 3} more)` : '';
  return `The input of ${tool} is not valid. ${issues.join('; ')}${more}`;
}
