/** The state that carries over from line to line within a paragraph. */
export interface Paragraph {
  /** Whether it is inside an HTML block, where backticks mean nothing. */
  html: boolean;
  /** Whether a dollar was seen: some hosts may read what follows as a formula, and a backtick as part of it. */
  dollar: boolean;
}

/** The position in a line, and what was written of it. */
export class Scan {
  at = 0;
  readonly written: string[] = [];
  /** The indexes in `written` of the brackets that a link may begin with. */
  readonly brackets: number[] = [];
  /** Where the runs of backticks of each length begin, and which of them is the next. */
  readonly runs = new Map<number, { places: number[]; next: number }>();
  readonly lastCommentEnd: number;
  readonly line: string;
  readonly paragraph: Paragraph;

  constructor(line: string, paragraph: Paragraph) {
    this.line = line;
    this.paragraph = paragraph;
    this.lastCommentEnd = line.lastIndexOf('-->');
    for (const { index, 0: run } of line.matchAll(/`+/g)) {
      const runs = this.runs.get(run.length) ?? { places: [], next: 0 };
      runs.places.push(index);
      this.runs.set(run.length, runs);
    }
  }

  /** Matches a sticky pattern at the current position. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.line);
  }

  /** Writes `text` in place of the next `length` characters. */
  write(text: string, length: number): void {
    if (text !== '') this.written.push(text);
    this.at += length;
  }

  /** Returns where the comment ends that begins here, or -1. */
  endOfComment(): number {
    if (this.at > this.lastCommentEnd || !this.line.startsWith('<!--', this.at)) return -1;
    return this.line.indexOf('-->', this.at + 4);
  }

  /** Returns the character that was written last. */
  before(): string {
    return this.written.at(-1)?.at(-1) ?? '';
  }
}
