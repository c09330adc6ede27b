import { CopydeskError, errorTable, isCopydeskError } from '@copydesk/contract';
import { visibleJson } from '@copydesk/contract/invisible';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** The longest result of a tool: about 25,000 tokens, which is what agents accept. */
const mostCharacters = 100_000;

/** How many characters long texts are cut to when the whole result does not fit. */
const shortText = 300;

/** Returns a tool's result as JSON, with invisible characters escaped. */
export function resultOf(value: object): CallToolResult {
  return { content: [{ type: 'text', text: textOf(value) }] };
}

/** Returns an error as a tool result, so that the model can correct its call. Code and message are the API's. */
export function failureOf(error: CopydeskError): CallToolResult {
  return { isError: true, ...resultOf(problemOf(error)) };
}

/** Returns an error of the error table as the API's problem object. */
export function problemOf(error: CopydeskError): object {
  const { code, status, message, errors, retryable } = error;
  return { code, title: errorTable[code].title, status, detail: message, errors, retryable };
}

/**
 * Returns any error as one of the error table. An unknown error is a fault: it becomes `internal`, and only `onFault`
 * gets the details.
 */
export function knownError(error: unknown, onFault: (error: unknown) => void): CopydeskError {
  if (isCopydeskError(error)) return error;
  onFault(error);
  return new CopydeskError('internal', 'The request failed because of a bug in Copydesk. The error was logged.', {
    cause: error,
  });
}

/** @throws CopydeskError `invalid_request` when the value is too long even with its texts cut. */
function textOf(value: object): string {
  const whole = visibleJson(JSON.stringify(value));
  if (whole.length <= mostCharacters) return whole;
  const cut = visibleJson(JSON.stringify({ ...value, textsAreCut: true }, shorten));
  if (cut.length <= mostCharacters) return cut;
  throw new CopydeskError(
    'invalid_request',
    `The answer would have ${whole.length.toLocaleString('en')} characters, and ${mostCharacters.toLocaleString('en')} fit. ` +
      'Ask for less, by "limit" where there is one.',
  );
}

function shorten(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > shortText
    ? `${value.slice(0, shortText).toWellFormed()} …`
    : value;
}
