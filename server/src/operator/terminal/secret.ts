import { readFile } from 'node:fs/promises';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Terminal } from './terminal.ts';

/** Where to read a secret from. Never from the command line, where every user of the machine could read it. */
export interface SecretSource {
  /** What is requested, such as `The key of anthropic`. */
  name: string;
  /** A file; `-` for standard input; undefined to ask the person at the keyboard. */
  from: string | undefined;
  /** The option that names the file, for the error when the secret is missing. */
  option: string;
}

/** Longer than any key: a longer input is a mistake. */
const maximumBytes = 64 * 1024;

/**
 * Reads a secret, without surrounding white space.
 *
 * @throws CopydeskError `invalid_request` when there is none: the file cannot be read, is empty or too long, or no
 *   person is at the keyboard.
 */
export async function readSecret(terminal: Terminal, { name, from, option }: SecretSource): Promise<string> {
  const text = (await readFrom(terminal, { name, from, option })).trim();
  if (text !== '' && Buffer.byteLength(text) <= maximumBytes) return text;
  throw secretRefused(`${name} is ${text === '' ? 'empty' : 'too long'}.`, option);
}

async function readFrom(terminal: Terminal, { name, from, option }: SecretSource): Promise<string> {
  if (from === '-') return await terminal.readInput();
  if (from !== undefined) {
    return await readFile(from, 'utf8').catch((cause: unknown) => {
      throw secretRefused(`The file ${from} cannot be read.`, option, cause);
    });
  }
  if (terminal.askHidden === undefined)
    throw secretRefused(`${name} is missing, and there is no terminal to ask on.`, option);
  return await terminal.askHidden(`${name} (it is not shown): `);
}

function secretRefused(found: string, option: string, cause?: unknown): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `${found} Give it in a file or by a pipe: ${option} FILE, or ${option} -`,
    {
      cause,
    },
  );
}
