import type { AssistantModelMessage } from 'ai';
import { cut } from '../text/cut.ts';

/** The beginning of a line that replaces a tool's result. */
const leftOutMark = '(left out to save room: ';

const cutMark = '(cut here to save room: ';

/**
 * Returns the line that replaces a tool's result: what it was, and how to get it again. The line must not be mistaken
 * for the result itself, so it contains only the tool, its input and the header of a file's text.
 */
export function lineForLeftOut(text: string, toolName: string, call: { input: unknown } | undefined): string {
  if (text.startsWith(leftOutMark)) return text;
  const head = readHeader(text);
  if (head !== undefined) return `${leftOutMark}${cut(head.line, 300)}; read it again if needed)`;
  const lines = text.split('\n').length;
  const input = call === undefined ? '' : ` ${cut(JSON.stringify(shortenInput(call.input)) ?? '', 160)}`;
  return `${leftOutMark}${lines} ${lines === 1 ? 'line' : 'lines'} that ${toolName}${input} answered; call it again if needed)`;
}

/** Returns the first half of a tool's result, in whole lines if it has several, and how to get the rest. */
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
 * Returns the beginning of the model's text at the end of a turn. Its reasoning and the provider's ids are removed too,
 * because some providers refuse one without the other.
 */
export function cutClosing(message: AssistantModelMessage, maximum: number): AssistantModelMessage {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (text.length <= maximum) return message;
  return { role: 'assistant', content: `${cut(text, maximum)}… (the rest is left out to save room)` };
}

/** Returns an input with every long text shortened: the beginning is enough to recognise it. */
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

/** Reads the first line of a `read_file` result: `PATH lines A-B of N`, and what follows it. */
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
