import { visibleJson } from '@copydesk/contract/invisible';
import type { Operator, OperatorServices } from './operator.ts';
import { printable } from './output/text-width.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. */
export interface Context {
  operator: Operator;
  terminal: Terminal;
  now: () => Date;
  /**
   * From now on a signal no longer ends the process: the promise resolves with the first that asks it to stop.
   * A second one a while later ends it at once.
   */
  stopRequest: () => Promise<NodeJS.Signals>;
  /** The project that is meant where none is named, by its id or name. */
  project?: string;
  /** The process's exit code so far: see docs/command.md. */
  exit: { code: number };
}

/** Opens the services for one piece of work and closes them, whatever comes of it. */
export async function withServices<T>(context: Context, work: (services: OperatorServices) => Promise<T>): Promise<T> {
  const services = await context.operator.open();
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The result of a command that was asked for JSON: one document, in which what nobody sees is escaped. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
}

/** A piece of CSV or of JSON lines: as it is for a program; a person's terminal is shown what nobody sees of it. */
export function printTableText(terminal: Terminal, text: string): void {
  terminal.out(terminal.interactive.out ? printable(text.replaceAll('\r\n', '\n')) : text);
}
