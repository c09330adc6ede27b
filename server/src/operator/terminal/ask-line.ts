import { createInterface } from 'node:readline';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Terminal } from './terminal.ts';

/**
 * Asks the person at the terminal for a line. Returns `''` when the input ends without one.
 *
 * @param nobody the error message when no person is at the terminal.
 * @throws CopydeskError `invalid_request` then.
 */
export async function askLine(terminal: Terminal, question: string, nobody: string): Promise<string> {
  if (terminal.askHidden === undefined) throw new CopydeskError('invalid_request', nobody);
  terminal.err(question);
  const lines = createInterface({ input: terminal.openInput() });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
