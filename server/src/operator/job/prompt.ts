import { CopydeskError } from '@copydesk/contract/errors';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Reads the prompt of a command line. `-` reads standard input, without the final line break that editors and `echo`
 * add.
 * @throws CopydeskError `invalid_request` when it is blank, too long, or not text
 */
export async function readPrompt(argument: string, terminal: Terminal): Promise<string> {
  const text = argument === '-' ? (await terminal.readInput()).replace(/\r?\n$/, '') : argument;
  const { Prompt } = await import('@copydesk/contract');
  const prompt = Prompt.safeParse(text);
  if (prompt.success) return prompt.data;
  const [first] = prompt.error.issues;
  throw new CopydeskError('invalid_request', `The prompt ${first?.message ?? 'is not valid'}.`);
}
