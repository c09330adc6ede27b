import type { JobEvent } from '@copydesk/contract';
import type { Terminal } from '../terminal.ts';
import { narrate } from './narrate.ts';
import { paintFor } from './paint.ts';
import { cutToWidth } from './text-width.ts';

export interface Progress {
  tell: (event: JobEvent) => void;
  /** Writes a line that is none of the transcript. */
  note: (line: string) => void;
  end(): void;
}

/**
 * A job's progress on standard error: a line an entry, after the seconds since the first one told. A terminal also
 * gets a last line that says how long the present step has taken; a pipe gets nothing that is not final.
 */
export function openProgress(terminal: Terminal, now: () => Date): Progress {
  const live = terminal.interactive.err ? openLiveLine(terminal, now) : undefined;
  const write = (line: string): void => {
    live?.clear();
    terminal.err(line);
  };
  return {
    tell: progressLines(terminal.colours.err, write),
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

function openLiveLine(terminal: Terminal, now: () => Date) {
  const paint = paintFor(terminal.colours.err);
  let since = now().getTime();
  const erase = '\r\u001B[2K';
  const timer = setInterval(() => {
    const seconds = ((now().getTime() - since) / 1000).toFixed(0);
    terminal.err(erase + paint.faint(cutToWidth(`         … ${seconds}s`, terminal.columns)));
  }, 1000);
  return {
    clear() {
      since = now().getTime();
      terminal.err(erase);
    },
    end() {
      clearInterval(timer);
      terminal.err(erase);
    },
  };
}
