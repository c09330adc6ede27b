import { visibleJson } from '@copydesk/contract/invisible';
import type { Operator, OperatorServices } from './operator.ts';
import type { OpenOptions } from './project/open-options.ts';
import { printable } from './output/text-width.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What every command receives. */
export interface Context {
  operator: Operator;
  terminal: Terminal;
  now: () => Date;
  /**
   * From this call on a signal no longer ends the process: the promise resolves with the first signal that asks it to
   * stop. A second signal some time later ends the process at once.
   */
  stopRequest: () => Promise<NodeJS.Signals>;
  /** The project to use when none is named, by its id or name. */
  project?: string;
  /** The process's exit code so far: see docs/command.md. */
  exit: { code: number };
}

/** Opens the services for one piece of work, and closes them whether it succeeds or fails. */
export async function withServices<T>(
  context: Context,
  work: (services: OperatorServices) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const services = await context.operator.open(options);
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** Prints the result of a command with `--json`: one document, in which invisible characters are escaped. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
}

/**
 * Prints a piece of CSV or of JSON lines. A program gets it unchanged; on a terminal, invisible characters are made
 * visible.
 */
export function printTableText(terminal: Terminal, text: string): void {
  terminal.out(terminal.interactive.out ? printable(text.replaceAll('\r\n', '\n')) : text);
}
