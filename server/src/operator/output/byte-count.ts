import type { Terminal } from '../terminal/terminal.ts';
import { openStatusLine } from './status-line.ts';
import type { StatusOptions } from './status-line.ts';

/** The progress of an operation on many bytes. */
export interface ByteCount {
  add: (item: string, bytes: number) => void;
  megabytes: () => string;
  end: () => void;
}

/** Shows the progress while the operation runs, as {@link openStatusLine} does. */
export function openByteCount(terminal: Terminal, verb: string, options: StatusOptions): ByteCount {
  let total = 0;
  let current = '';
  const text = (seconds: number): string => {
    const rate = (total / 1e6 / seconds).toFixed(0);
    return `${megabytes(total)} MB ${verb}, ${rate} MB/s: ${current}`;
  };
  const { end } = openStatusLine(terminal, text, options);
  return {
    add(item, bytes) {
      current = item;
      total += bytes;
    },
    megabytes: () => megabytes(total),
    end,
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
