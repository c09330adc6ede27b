import type { Terminal } from '../terminal.ts';
import { eraseLine } from './text-width.ts';

/** How far something is that moves many bytes. */
export interface ByteCount {
  add: (item: string, bytes: number) => void;
  megabytes: () => string;
  end: () => void;
}

/** Shown on a person's terminal, a second after it began and each second from then on. */
export function openByteCount(terminal: Terminal, now: () => Date, verb: string): ByteCount {
  const since = now().getTime();
  let total = 0;
  let current = '';
  const draw = (): void => {
    const seconds = Math.max(1, (now().getTime() - since) / 1000);
    const rate = (total / 1e6 / seconds).toFixed(0);
    terminal.err(`${eraseLine}${megabytes(total)} MB ${verb}, ${rate} MB/s: ${current}`);
  };
  const timer = terminal.interactive.err ? setInterval(draw, 1_000) : undefined;
  return {
    add(item, bytes) {
      current = item;
      total += bytes;
    },
    megabytes: () => megabytes(total),
    end() {
      clearInterval(timer);
      if (timer !== undefined) terminal.err(eraseLine);
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
