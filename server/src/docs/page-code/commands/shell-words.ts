/** A word of a command, without its quotation marks. */
export interface ShellWord {
  text: string;
  /** UTF-16 offsets in the line. */
  start: number;
  end: number;
}

/** A command of a line, as readers would copy it. */
export interface ShellCommand {
  words: ShellWord[];
  /** Whether its output is redirected into a file. */
  writes: boolean;
  /** Whether its output becomes a part of another command: `$(…)`, `<(…)` or `(…)`. */
  isInner: boolean;
}

/** Commands whose output each next one reads. */
export type Pipeline = ShellCommand[];

/** A token, a placeholder `<name>`, or a run of white space. `$(`, `<(` and `(` open what `)` closes; a backtick begins or ends a sample. */
const token =
  /\s+|<[\w@./: -]+>|\|&|\|\||&&|&>>?|\d?>>?|<\(|\$\(|<<<?|[|;&()<`\n]|(?:\\[\s\S]|"(?:[^"\\`]|\\[\s\S])*"|'[^'`]*'|[^\s|;&()<>`"'\\]|["'](?=[^\s]|$))+|[\s\S]/g;

/**
 * Returns the pipelines of a line in the order of their beginnings: those of the line itself, of substitutions, and of
 * texts in quotation marks, which another shell may run. The line may be prose with commands in it.
 */
export function pipelinesOf(line: string, offset = 0, isInner = false, depth = 0): Pipeline[] {
  // Nobody nests so many shells: deeper, quotation marks count as spaces.
  const source = depth < 8 ? line : line.replace(/["']/g, ' ');
  const found: Pipeline[] = [];
  const open: Reading[] = [startReading(isInner)];
  for (const { 0: text, index } of source.matchAll(token)) {
    const reading = open.at(-1) ?? startReading(isInner);
    if (/^\s+$/.test(text)) continue;
    if (text === '$(' || text === '<(' || text === '(')
      open.push(startReading(text !== '(' || reading.words.length > 0));
    else if (text === ')') {
      found.push(...endPipeline(reading));
      if (open.length > 1) open.pop();
    } else if (/^(?:\|&?)$/.test(text)) endCommand(reading);
    else if (/^(?:&?>>?|\d?>>?)/.test(text) && !/^\d?>&/.test(text)) reading.writes = true;
    else if (text === '`') {
      const runs = /^(?:eval|source|\.|-c|sudo)$/.test(reading.words.at(-1)?.text ?? '');
      found.push(...endPipeline(reading));
      reading.isInner = isInner || runs;
    } else if (/^(?:\|\||&&|;|&|\n)$/.test(text)) found.push(...endPipeline(reading));
    else if (!/^<{1,3}$/.test(text)) {
      const start = offset + index;
      reading.words.push({ text: unquoted(text), start, end: start + text.length });
      const inner = /^[^"']*(["'])([\s\S]*\s[\s\S]*)\1$/.exec(text);
      if (inner?.[2] !== undefined)
        found.push(
          ...pipelinesOf(
            inner[2],
            start + text.indexOf(inner[2]),
            reading.isInner || isInterpreted(reading),
            depth + 1,
          ),
        );
    }
  }
  for (const reading of open) found.push(...endPipeline(reading));
  return found.toSorted((a, b) => startOf(a) - startOf(b));
}

interface Reading {
  pipeline: Pipeline;
  words: ShellWord[];
  writes: boolean;
  isInner: boolean;
}

function startReading(isInner: boolean): Reading {
  return { pipeline: [], words: [], writes: false, isInner };
}

function endCommand(reading: Reading): void {
  const { words, writes, isInner } = reading;
  if (words.length > 0) reading.pipeline.push({ words, writes, isInner });
  reading.words = [];
  reading.writes = false;
}

function endPipeline(reading: Reading): Pipeline[] {
  endCommand(reading);
  const { pipeline } = reading;
  reading.pipeline = [];
  return pipeline.length > 0 ? [pipeline] : [];
}

/** Returns whether a word in quotation marks is a program for another shell: `sh -c "…"`. */
function isInterpreted({ words }: Reading): boolean {
  return words.some(
    ({ text }) => /^-(?:c|e|r|Command|EncodedCommand)$/i.test(text) || /^(?:eval|iex|Invoke-Expression)$/i.test(text),
  );
}

function startOf(pipeline: Pipeline): number {
  return pipeline[0]?.words[0]?.start ?? 0;
}

function unquoted(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1').replace(/["']/g, '');
}
