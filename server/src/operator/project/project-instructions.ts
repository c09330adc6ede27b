import { readFile } from 'node:fs/promises';
import { CopydeskError } from '@copydesk/contract/errors';
import { InvalidArgumentError } from 'commander';
import type { Project } from '../../projects/project.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Reads the instructions that a command line names. Returns undefined when it does not mention them, and '' when it
 * removes them.
 * @throws CopydeskError `invalid_request` for a file that cannot be read, is not text or is empty
 */
export async function instructionsOf(
  options: { instructionsFrom?: string; instructions?: false },
  terminal: Terminal,
): Promise<string | undefined> {
  const { instructionsFrom: from, instructions } = options;
  if (from === undefined) return instructions === false ? '' : undefined;
  if (instructions === false) throw instructionsRefused('Give --instructions-from or --no-instructions, not both.');
  const text = (from === '-' ? await terminal.readInput() : await readText(from)).trim();
  if (text !== '') return text;
  const source = from === '-' ? 'Standard input' : `The file ${from}`;
  throw instructionsRefused(`${source} is empty. Write the instructions there, or remove them with --no-instructions.`);
}

/** Parses `/docs/` into `/docs`, and `/` into ''. */
export function parsePagesAt(text: string): string {
  if (!text.startsWith('/') || /[?#\s]|\/\/|[^\P{Cc}]/u.test(text)) {
    throw new InvalidArgumentError('Give a path such as /docs, or / for the top of the host.');
  }
  return text.replace(/\/$/, '');
}

/** Returns what a project instructs the agent, as `printFields` takes it. */
export function agentFields({ instructions, pagesAt }: Project): [name: string, value: string | undefined][] {
  const count = Array.from(instructions).length;
  return [
    ['instructions', count === 0 ? undefined : `${count.toLocaleString('en')} characters`],
    ['pages at', pagesAt === '' ? '/' : (pagesAt ?? undefined)],
  ];
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw instructionsRefused(
      `The file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw instructionsRefused(`The file ${file} is not UTF-8 text. Give the instructions as plain text or Markdown.`);
  }
}

function instructionsRefused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', detail);
}
