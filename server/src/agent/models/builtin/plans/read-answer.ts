/** A run of lines that `read_file` showed. */
export interface Slice {
  firstLine: number;
  lastLine: number;
  lines: number;
  text: string;
}

const header = / lines (\d+)-(\d+) of (\d+)(?:, no newline at the end)?(?:, byte-order mark)?$/u;

/** Parses a result of `read_file`; undefined when it is none. */
export function readSlice(answer: string): Slice | undefined {
  const newline = answer.indexOf('\n');
  const match = header.exec(newline === -1 ? answer : answer.slice(0, newline));
  if (match === null) return undefined;
  return {
    firstLine: Number(match[1]),
    lastLine: Number(match[2]),
    lines: Number(match[3]),
    text: newline === -1 ? '' : answer.slice(newline + 1),
  };
}
