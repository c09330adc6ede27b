import type { Context } from '../context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { cutToWidth, eraseLine, printableLine } from './text-width.ts';

const everyMilliseconds = { live: 1_000, plain: 30_000 };

export interface StatusOptions {
  now: () => Date;
  /** Whether the output is JSON. Scripts read only the result: without a terminal, no status is printed. */
  json: boolean;
}

interface StatusLine {
  /** Removes the line, so that a result can be printed. A second call does nothing. */
  end: () => void;
}

/**
 * Shows the progress of a long operation on standard error. In a terminal it redraws a line every second; elsewhere it
 * prints a line every half minute.
 *
 * @param text receives the seconds since the beginning, at least one.
 */
export function openStatusLine(
  terminal: Terminal,
  text: (seconds: number) => string,
  { now, json }: StatusOptions,
): StatusLine {
  const live = terminal.interactive.err;
  if (!live && json) return { end() {} };
  const since = now().getTime();
  const draw = (): void => {
    const line = printableLine(text(Math.max(1, (now().getTime() - since) / 1000)));
    terminal.err(live ? `${eraseLine}${cutToWidth(line, terminal.columns)}` : `${line}\n`);
  };
  const timer = setInterval(draw, live ? everyMilliseconds.live : everyMilliseconds.plain);
  let isOver = false;
  return {
    end() {
      clearInterval(timer);
      if (live && !isOver) terminal.err(eraseLine);
      isOver = true;
    },
  };
}

/** Waits for something of unknown length, and shows for how long it has been waiting. */
export async function whileWaiting<T>(
  { terminal, now }: Pick<Context, 'terminal' | 'now'>,
  { what, json }: { what: string; json: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const status = openStatusLine(terminal, (seconds) => `${what} … ${seconds.toFixed(0)} s`, { now, json });
  try {
    return await work();
  } finally {
    status.end();
  }
}
