import type { AssistantContent, ModelMessage, ToolContent } from 'ai';
import { z } from 'zod';
import { cut } from '../text/cut.ts';
import { oneLine } from '../text/one-line.ts';

/** How many calls a line names; a step may have hundreds. */
const mostNamed = 6;

/**
 * Returns the line that replaces one step: what the model said in it, which tools it called and whether they succeeded.
 * Without it, a model that relies on the conversation would repeat the step.
 */
export function stepLine(said: AssistantContent, results: ToolContent): ModelMessage {
  const parts = typeof said === 'string' ? [{ type: 'text' as const, text: said }] : said;
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
  const named = calls.slice(0, mostNamed).map((call) => `${callName(call)}${outcomeOf(call.toolCallId, results)}`);
  if (calls.length > mostNamed) named.push(`and ${calls.length - mostNamed} more`);
  const quote = words.trim() === '' ? '' : ` You said: ${quoteBeginning(words, 160)}.`;
  return leftOutMessage(1, `(A step of yours, left out to save room.${quote} You called: ${named.join('; ')}.)`);
}

/** Returns the line that replaces several steps, when there is no room for one line each. */
export function stepsLine(steps: number): ModelMessage {
  const which = steps === 1 ? 'An earlier step of yours is' : `${steps} earlier steps of yours are`;
  return leftOutMessage(steps, `(${which} left out here to save room. What was changed stands in the files.)`);
}

/** Returns how many steps a message replaces: 0 unless it is such a line. */
export function stepsLeftOut(message: ModelMessage | undefined): number {
  return LeftOutNote.safeParse(message?.providerOptions?.copydesk).data?.stepsLeftOut ?? 0;
}

/** Marks the message as a replacement. Its text is not enough to recognise it, because a person may write the same. */
function leftOutMessage(steps: number, content: string): ModelMessage {
  return { role: 'user', content, providerOptions: { copydesk: { stepsLeftOut: steps } } };
}

const LeftOutNote = z.object({ stepsLeftOut: z.number() });

function callName({ toolName, input }: { toolName: string; input: unknown }): string {
  const about = cut(inputName(input), 80);
  return about === '' ? cut(toolName, 40) : `${cut(toolName, 40)} ${about}`;
}

function inputName(input: unknown): string {
  const { data } = NamedInput.safeParse(input);
  if (data?.from !== undefined && data.to !== undefined) return `${oneLine(data.from)} to ${oneLine(data.to)}`;
  const names = [
    ...(data?.pattern === undefined ? [] : [quoteBeginning(data.pattern, 60)]),
    ...(data?.path === undefined ? [] : [oneLine(data.path)]),
    ...(data?.from_line === undefined ? [] : [`from line ${data.from_line}`]),
  ];
  if (names.length > 0) return names.join(' ');
  const whole = JSON.stringify(input) ?? '';
  return whole === '{}' ? '' : whole;
}

/** The parts of an input that distinguish one call of a tool from another. */
const NamedInput = z.object({
  path: z.string().optional().catch(undefined),
  pattern: z.string().optional().catch(undefined),
  from: z.string().optional().catch(undefined),
  to: z.string().optional().catch(undefined),
  from_line: z.number().optional().catch(undefined),
});

function outcomeOf(id: string, results: ToolContent): string {
  const result = results.find((part) => part.type === 'tool-result' && part.toolCallId === id);
  if (result?.type !== 'tool-result') return '';
  return result.output.type === 'error-text' ? ': failed' : ': done';
}

function quoteBeginning(text: string, maximum: number): string {
  const line = oneLine(text);
  const beginning = cut(line, maximum);
  return JSON.stringify(beginning === line ? line : `${beginning}…`);
}
