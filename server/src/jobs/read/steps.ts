import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';

/** A complete recorded step: the texts, and each call of a tool with its result. */
export interface RecordedStep {
  number: number;
  /** What was sent to the model before it: prompts and requests for repairs. */
  received: string[];
  text: string;
  calls: RecordedCall[];
  startedAt: Date;
  finishedAt: Date;
}

export interface RecordedCall {
  tool: string;
  input: unknown;
  /** Undefined when the call has no result. */
  result: string | undefined;
  ok: boolean;
}

/** Returns everything of one step; undefined when the job has none of this number. */
export async function readStep(db: Database, jobId: string, number: number): Promise<RecordedStep | undefined> {
  const row = await db
    .selectFrom('job_step')
    .select(['number', 'messages', 'started_at', 'finished_at'])
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const messages = Messages.parse(row.messages);
  return { number: row.number, ...stepFromMessages(messages), startedAt: row.started_at, finishedAt: row.finished_at };
}

const Part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool-call'), toolCallId: z.string(), toolName: z.string(), input: z.unknown() }),
  z.object({
    type: z.literal('tool-result'),
    toolCallId: z.string(),
    output: z.looseObject({ type: z.string(), value: z.unknown() }),
  }),
  // Parts for the provider's own use, such as reasoning, are not shown.
  z.looseObject({ type: z.string() }).transform(() => ({ type: 'other' as const })),
]);

type Part = z.infer<typeof Part>;

/** The messages of the conversation that a step has added, limited to what is shown. */
const Messages = z.array(
  z.looseObject({
    role: z.string(),
    content: z.union([z.string().transform((text): Part[] => [{ type: 'text', text }]), z.array(Part)]),
  }),
);

function stepFromMessages(messages: z.infer<typeof Messages>): Pick<RecordedStep, 'received' | 'text' | 'calls'> {
  const all = messages.flatMap(({ content }) => content);
  const results = new Map(all.flatMap((part) => (part.type === 'tool-result' ? [[part.toolCallId, part.output]] : [])));
  const calls = all.flatMap((part): RecordedCall[] => {
    if (part.type !== 'tool-call') return [];
    const output = results.get(part.toolCallId);
    const value = typeof output?.value === 'string' ? output.value : output && JSON.stringify(output.value);
    return [{ tool: part.toolName, input: part.input, result: value, ok: output?.type !== 'error-text' }];
  });
  return {
    received: messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
    text: messages
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => textOf(content))
      .join('\n'),
    calls,
  };
}

function textOf(parts: Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
}
