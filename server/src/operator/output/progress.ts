import type { JobEvent, JobText } from '@copydesk/contract';
import type { Terminal } from '../terminal/terminal.ts';
import { narrate } from './narrate.ts';
import { paintFor } from './paint.ts';
import { cutToWidth, endInWidth, eraseLine, printableLine } from './text-width.ts';

export interface Progress {
  print: (event: JobEvent) => void;
  /** Shows what the model is writing, only on a terminal. */
  writing: (piece: JobText) => void;
  /** Writes a line that is not part of the transcript. */
  note: (line: string) => void;
  end(): void;
}

/**
 * Shows a job's progress on standard error: one line per entry, after the seconds since the first printed one. A
 * terminal also gets a last line that shows how long the current step has taken and the end of what the model has
 * written. A pipe gets only what is final.
 */
export function openProgress(terminal: Terminal, now: () => Date): Progress {
  const live = terminal.interactive.err ? openLiveLine(terminal, now) : undefined;
  const write = (line: string): void => {
    live?.clear();
    terminal.err(line);
  };
  return {
    print: progressLines(terminal.colours.err, write),
    writing: (piece) => live?.write(piece),
    note: (line) => write(`${line}\n`),
    end: () => live?.end(),
  };
}

/** Writes the lines of each entry with its time, measured by the timestamps of the transcript. */
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

/** How much of the model's text is kept: the line shows only its end. */
const keptCharacters = 1_000;

function openLiveLine(terminal: Terminal, now: () => Date) {
  const paint = paintFor(terminal.colours.err);
  // The width is that of the result's terminal, if there is one.
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
      // A piece was lost or is late: the recorded transcript has the whole text.
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
