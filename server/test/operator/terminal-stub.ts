import { Readable } from 'node:stream';
import type { Terminal } from '../../src/operator/terminal/terminal.ts';

/** A terminal that stores what is written to it. */
export function keptTerminal(options: { columns?: number; input?: string; interactive?: boolean } = {}) {
  const written = { out: '', err: '' };
  const interactive = options.interactive ?? false;
  const terminal: Terminal = {
    out: (text) => void (written.out += text),
    tell: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    openInput: () => Readable.from([options.input ?? '']),
    readInput: () => Promise.resolve(options.input ?? ''),
    askHidden: undefined,
    columns: options.columns ?? Infinity,
    interactive: { out: interactive, err: interactive },
    colours: { out: interactive, err: interactive },
  };
  return { terminal, written };
}
