/** A run of changed lines with the lines around them. */
export interface Hunk {
  oldStart: number;
  newStart: number;
  /** What stands after the second `@@`: git's guess of the section that the hunk is in. */
  section: string;
  /** Unchanged runs and changes in turn. */
  blocks: Block[];
}

/** Lines as they were and as they are: equal ones in `context`, or what was replaced by what. */
export type Block = { kind: 'context'; lines: DiffLine[] } | { kind: 'change'; removed: DiffLine[]; added: DiffLine[] };

export interface DiffLine {
  text: string;
  /** Counts from 1; of a context line the number in the new file. */
  number: number;
  /** The number in the old file, of a context line. */
  oldNumber?: number;
  /** Set on the last line of a file that does not end with a line feed. */
  noNewline?: true;
}

/**
 * The hunks of one file's unified diff, as git writes them. Where all lines end with CR LF the carriage returns are
 * left out: they tell something only where lines differ by them.
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
