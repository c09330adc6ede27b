/** A run of changed lines with the context lines around it. */
export interface Hunk {
  oldStart: number;
  newStart: number;
  /** The text after the second `@@`: git's guess of the section that the hunk is in. */
  section: string;
  /** Unchanged runs and changes, alternating. */
  blocks: Block[];
}

/** A run of equal lines (`context`), or removed lines with the added lines that replaced them. */
export type Block = { kind: 'context'; lines: DiffLine[] } | { kind: 'change'; removed: DiffLine[]; added: DiffLine[] };

export interface DiffLine {
  text: string;
  /** Counted from 1. For a context line, the number in the new file. */
  number: number;
  /** For a context line, the number in the old file. */
  oldNumber?: number;
  /** Set on the last line of a file that does not end with a line feed. */
  noNewline?: true;
}

/**
 * Parses the hunks of one file's unified diff, as git writes them. Where all lines end with CR LF, the carriage returns
 * are removed: they carry information only where lines differ by them.
 */
export function parseHunks(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let reader: HunkReader | undefined;
  for (const line of linesOf(patch)) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s.exec(line);
    if (header !== null) {
      const [, oldStart = '0', newStart = '0', section = ''] = header;
      const hunk: Hunk = { oldStart: Number(oldStart), newStart: Number(newStart), section, blocks: [] };
      hunks.push(hunk);
      reader = hunkReader(hunk);
    } else {
      reader?.(line);
    }
  }
  return hunks;
}

function linesOf(patch: string): string[] {
  const lines = patch.split('\n');
  const content = lines.filter((line) => /^[ +-]/.test(line));
  return content.every((line) => line.endsWith('\r')) ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}

type HunkReader = (line: string) => void;

function hunkReader(hunk: Hunk): HunkReader {
  let oldNumber = hunk.oldStart;
  let newNumber = hunk.newStart;
  let last: DiffLine | undefined;
  return (line) => {
    const text = line.slice(1);
    if (line.startsWith(' ')) {
      last = { text, number: newNumber++, oldNumber: oldNumber++ };
      contextOf(hunk).push(last);
    } else if (line.startsWith('-')) {
      last = { text, number: oldNumber++ };
      changeOf(hunk).removed.push(last);
    } else if (line.startsWith('+')) {
      last = { text, number: newNumber++ };
      changeOf(hunk).added.push(last);
    } else if (line.startsWith('\\') && last !== undefined) {
      last.noNewline = true;
    }
  };
}

function contextOf(hunk: Hunk): DiffLine[] {
  const last = hunk.blocks.at(-1);
  if (last?.kind === 'context') return last.lines;
  const lines: DiffLine[] = [];
  hunk.blocks.push({ kind: 'context', lines });
  return lines;
}

function changeOf(hunk: Hunk): { removed: DiffLine[]; added: DiffLine[] } {
  const last = hunk.blocks.at(-1);
  if (last?.kind === 'change') return last;
  const change = { kind: 'change' as const, removed: [], added: [] };
  hunk.blocks.push(change);
  return change;
}
