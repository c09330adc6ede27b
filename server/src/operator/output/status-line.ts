import type { Context } from '../context.ts';
import type { Terminal } from '../terminal.ts';
import { cutToWidth, eraseLine, printableLine } from './text-width.ts';

const everyMilliseconds = { live: 1_000, plain: 30_000 };

export interface StatusOptions {
  now: () => Date;
  /** Scripts read the result alone: without a terminal they are told nothing. */
  json: boolean;
}

interface StatusLine {
  /** Takes it away, so that a result can be printed; a second time does nothing. */
  end: () => void;
}

/**
 * Says on standard error how far something is that takes long: in a terminal a line that is drawn anew each second, elsewhere a
 * line each half a minute.
 *
 * @param text given the seconds since the beginning, one at least.
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

/** Waits for something whose length nobody knows, and says for how long already. */
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
