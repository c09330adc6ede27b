import { createInterface } from 'node:readline';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Terminal } from './terminal.ts';

/**
 * Asks whoever is at the terminal for a line; `''` where it ends without one.
 *
 * @param nobody what is said where nobody is there to be asked.
 * @throws CopydeskError `invalid_request` there.
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
