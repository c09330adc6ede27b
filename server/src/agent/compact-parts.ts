import type { AssistantModelMessage } from 'ai';
import { cut } from './cut.ts';

/** How a line begins that stands where a tool's answer was. */
const leftOutMark = '(left out to save room: ';

const cutMark = '(cut here to save room: ';

/**
 * The line that stands for what a tool answered: what it was, and how to get it again. What it is told of must not be
 * taken for the answer itself, so only the tool, its input and the head of a file's text are named.
 */
export function leftOut(text: string, toolName: string, call: { input: unknown } | undefined): string {
  if (text.startsWith(leftOutMark)) return text;
  const head = readHeader(text);
  if (head !== undefined) return `${leftOutMark}${cut(head.line, 300)}; read it again if needed)`;
  const lines = text.split('\n').length;
  const input = call === undefined ? '' : ` ${cut(JSON.stringify(shortenInput(call.input)) ?? '', 160)}`;
  return `${leftOutMark}${lines} ${lines === 1 ? 'line' : 'lines'} that ${toolName}${input} answered; call it again if needed)`;
}

/** The first half of what a tool answered, whole lines where there are any, and how to get at the rest. */
export function cutResult(text: string): string {
  const whole = withoutCutMark(text);
  const head = readHeader(whole);
  if (head === undefined) {
    const kept = firstHalf(whole);
    return `${kept}\n${cutMark}the model can take no more at once; ask for less)`;
  }
  const body = whole.slice(head.line.length + 1);
  const kept = firstHalf(body);
  const last = head.from + Math.max(kept.split('\n').length - (kept.endsWith('\n') ? 2 : 1), 0);
  const inMidLine = kept.endsWith('\n') ? `go on with from_line ${last + 1}` : `line ${last} goes on`;
  return (
    `${head.path} lines ${head.from}-${last} of ${head.rest}\n${kept}${kept.endsWith('\n') ? '' : '\n'}` +
    `${cutMark}the model can take no more at once; ${inMidLine}, and read fewer lines)`
  );
}

/**
 * The beginning of what the model said at the end of a turn. Its reasoning and the provider's ids go with the rest:
 * some providers refuse the one without the other.
 */
export function cutClosing(message: AssistantModelMessage, maximum: number): AssistantModelMessage {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (text.length <= maximum) return message;
  return { role: 'assistant', content: `${cut(text, maximum)}… (the rest is left out to save room)` };
}

/** An input in which no text is long: the beginning tells which one it was. */
export function shortenInput(input: unknown): unknown {
  if (typeof input === 'string') return input.length <= longestText ? input : shortText(input);
  if (Array.isArray(input)) return input.map(shortenInput);
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, shortenInput(value)]));
}

const longestText = 240;

function shortText(text: string): string {
  const beginning = cut(text, 80);
  return `${beginning}… (${text.length - beginning.length} characters more, left out to save room)`;
}

interface ReadHeader {
  line: string;
  path: string;
  from: number;
  rest: string;
}

/** The first line of what `read_file` answers: `PATH lines A-B of N`, with what it adds to that. */
function readHeader(text: string): ReadHeader | undefined {
  const line = text.split('\n', 1)[0] ?? '';
  const found = /^(.+) lines (\d+)-\d+ of (\d+.*)$/.exec(line);
  if (found === null) return undefined;
  const [, path = '', from = '', rest = ''] = found;
  return { line, path, from: Number(from), rest };
}

function firstHalf(text: string): string {
  const half = cut(text, Math.floor(text.length / 2));
  const lineEnd = half.lastIndexOf('\n');
  return lineEnd > 0 ? half.slice(0, lineEnd + 1) : half;
}

function withoutCutMark(text: string): string {
  const at = text.lastIndexOf('\n') + 1;
  return text.startsWith(cutMark, at) ? text.slice(0, at) : text;
}
