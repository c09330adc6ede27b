import { CopydeskError, type ErrorCode, errorTable, type FieldError } from '@copydesk/contract/errors';
import { visibleJson } from '@copydesk/contract/invisible';
import { paintFor } from './output/paint.ts';
import { printable } from './output/text-width.ts';
import type { Terminal } from './terminal/terminal.ts';

/** An error, as `--json` writes it to standard error. */
interface Failure {
  code: ErrorCode;
  title: string;
  detail: string;
  retryable: boolean;
  errors: FieldError[];
}

/** Reports an error to a person or a program. Never prints a stack, unless `debug` asks for it. */
export function reportFailure(terminal: Terminal, error: unknown, how: { json: boolean; debug: boolean }): void {
  const failure = failureOf(error);
  if (how.json) terminal.err(`${visibleJson(JSON.stringify(failure))}\n`);
  else terminal.err(describeFailure(failure, paintFor(terminal.colours.err).bad));
  if (how.debug && error instanceof Error) terminal.err(`${error.stack ?? ''}\n${causes(error)}`);
}

/** Reports wrong usage: what is wrong, and where to read more. */
export function reportUsage(terminal: Terminal, detail: string, how: { json: boolean; helpCommand: string }): void {
  if (how.json)
    terminal.err(`${visibleJson(JSON.stringify(failureOf(new CopydeskError('invalid_request', detail))))}\n`);
  else {
    const name = paintFor(terminal.colours.err).bad('copydesk:');
    terminal.err(`${name} ${printable(detail)}\nSee "${how.helpCommand} --help".\n`);
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CopydeskError) {
    const { code, message, retryable, errors } = error;
    return { code, title: errorTable[code].title, detail: message, retryable, errors };
  }
  const said = error instanceof Error ? error.message : String(error);
  const detail = `${said === '' ? 'an unexpected error occurred' : said} (a bug in Copydesk: set COPYDESK_DEBUG=1 to see where)`;
  return { code: 'internal', title: errorTable.internal.title, detail, retryable: false, errors: [] };
}

function describeFailure({ detail, errors }: Failure, bad: (text: string) => string): string {
  // With a single bad field, the detail is already about it. With several, their names help.
  const untold = errors.length === 1 ? [] : errors.filter((field) => !detail.includes(field.detail));
  const places = untold.map((field) => {
    const place = field.parameter ?? field.pointer ?? field.header;
    return `  ${place === undefined ? '' : `${place}: `}${field.detail}\n`;
  });
  return `${bad('copydesk:')} ${printable(detail)}\n${printable(places.join(''))}`;
}

function causes(error: Error): string {
  return error.cause instanceof Error ? `caused by ${error.cause.stack ?? error.cause.message}\n` : '';
}
