import type { JobEvent, JobText } from '@copydesk/contract';
import type { Terminal } from '../terminal.ts';
import { narrate } from './narrate.ts';
import { paintFor } from './paint.ts';
import { cutToWidth, endInWidth, eraseLine, printableLine } from './text-width.ts';

export interface Progress {
  tell: (event: JobEvent) => void;
  /** Shows what the model is writing, on a terminal alone. */
  writing: (piece: JobText) => void;
  /** Writes a line that is none of the transcript. */
  note: (line: string) => void;
  end(): void;
}

/**
 * A job's progress on standard error: a line an entry, after the seconds since the first one told. A terminal also
 * gets a last line that says how long the present step has taken and shows the end of what the model has written; a pipe
 * gets nothing that is not final.
 */
export function openProgress(terminal: Terminal, now: () => Date): Progress {
  const live = terminal.interactive.err ? openLiveLine(terminal, now) : undefined;
  const write = (line: string): void => {
    live?.clear();
    terminal.err(line);
  };
  return {
    tell: progressLines(terminal.colours.err, write),
    writing: (piece) => live?.write(piece),
    note: (line) => write(`${line}\n`),
    end: () => live?.end(),
  };
}

/** Writes the lines of each entry with its time, by the transcript's own clock. */
export function progressLines(colours: boolean, write: (line: string) => void): (event: JobEvent) => void {
  const paint = paintFor(colours);
  let first: number | undefined;
  return (event) => {
    const at = Date.parse(event.at);
    first ??= at;
    const time = `${((at - first) / 1000).toFixed(1)}s`.padStart(7);
    const [head = '', ...rest] = narrate(event, paint);
    write(`${paint.faint(time)}  ${head}\n`);
    for (const line of rest) write(`${' '.repeat(time.length)}  ${line}\n`);
  };
}

/** Of what is written, only so much is kept: a line shows the end of it. */
const keptCharacters = 1_000;

function openLiveLine(terminal: Terminal, now: () => Date) {
  const paint = paintFor(terminal.colours.err);
  // The width is that of the result's terminal, where it has one.
  const columns = Math.min(terminal.columns, 80);
  let since = now().getTime();
  let written = { step: 0, length: 0, end: '' };
  const draw = (): void => {
    const seconds = `         … ${((now().getTime() - since) / 1000).toFixed(0)}s`;
    const text = printableLine(written.end);
    const line = text === '' ? seconds : `${seconds}  ${endInWidth(text, columns - seconds.length - 2)}`;
    terminal.err(eraseLine + paint.faint(cutToWidth(line, columns)));
  };
  const timer = setInterval(draw, 1000);
  return {
    write({ step, offset, text }: JobText) {
      if (offset === 0) written = { step, length: 0, end: '' };
      // A piece was lost, or it is late: what is recorded tells it all.
      if (step !== written.step || offset !== written.length) return;
      written = { step, length: offset + text.length, end: (written.end + text).slice(-keptCharacters) };
      draw();
    },
    clear() {
      since = now().getTime();
      written = { ...written, end: '' };
      terminal.err(eraseLine);
    },
    end() {
      clearInterval(timer);
      terminal.err(eraseLine);
    },
  };
}
