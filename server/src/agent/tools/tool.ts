import { z } from 'zod';
import type { AgentDocs, AgentPageViews, AgentTree, ContextRepository, Helper } from '../ports.ts';
import type { MissedAddresses } from '../missed.ts';
import type { Contests } from '../contests.ts';
import type { ShownImages } from '../images/shown-images.ts';
import type { ReadMarks } from '../read-marks.ts';

/** What every tool may reach: the job's tree, the docs, page views, what the model has seen of which file, and what it contests. */
export interface ToolContext {
  tree: AgentTree;
  docs: AgentDocs;
  pageViews?: AgentPageViews;
  marks: ReadMarks;
  contests: Contests;
  /** Whether the model brings links along by itself where it changes headings, as the built-in one does. */
  keepsLinks?: boolean;
  /** The images that it is shown; absent for a model that does not see. */
  images?: ShownImages;
  /** What may be read besides. */
  repositories?: readonly ContextRepository[];
  /** A cheaper model that may be asked about files. */
  helper?: Helper | undefined;
  /** The addresses that the job is to repair, where it is a job for that. */
  missed?: MissedAddresses | undefined;
  /** The one of them that this call reads, instead of the docs. */
  beside?: ContextRepository;
}

/** What a tool says to the model. A refusal (`ok: false`) says what was found and what to do instead. */
export interface ToolAnswer {
  ok: boolean;
  text: string;
}

/** A call whose input is parsed, or why it could not be. */
export type PreparedCall =
  | { ok: true; summary: string; run(context: ToolContext): Promise<ToolAnswer> }
  | { ok: false; reason: string };

/** One tool as the loop sees it, whatever its input. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  prepare(input: unknown): PreparedCall;
}

/** One tool as it is written: what the model is told of it, how its input is parsed, and what it does. */
interface ToolDefinition<Input> {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** The call in a few words for the transcript, such as `read docs/index.md`. */
  summarise: (input: Input) => string;
  /** Foreseen refusals are answers. A CopydeskError of the tree or the docs may be thrown on: its detail is the answer. */
  run: (input: Input, context: ToolContext) => Promise<ToolAnswer>;
}

/** Makes a tool of its definition; what its input's type is stays within. */
export function defineTool<Input>({ name, description, input, summarise, run }: ToolDefinition<Input>): Tool {
  return {
    name,
    description,
    input,
    prepare(given) {
      const parsed = input.safeParse(withoutNulls(given));
      if (!parsed.success) return { ok: false, reason: complaint(name, parsed.error) };
      return { ok: true, summary: summarise(parsed.data), run: (context) => run(parsed.data, context) };
    },
  };
}

/** The answer of a tool that did what was asked. */
export function done(text: string): ToolAnswer {
  return { ok: true, text };
}

/** The answer of a tool that changed nothing. */
export function refused(text: string): ToolAnswer {
  return { ok: false, text };
}

/** Models often give null for what they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field)]),
  );
}

/** What is wrong with an input, in one line. */
function complaint(tool: string, error: z.ZodError): string {
  const issues = error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${z.core.toDotPath(path) || 'input'}: ${message}`);
  const more = error.issues.length > 3 ? ` (and ${error.issues.length - 3} more)` : '';
  return `The input of ${tool} is not valid. ${issues.join('; ')}${more}`;
}
