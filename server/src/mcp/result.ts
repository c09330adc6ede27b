import { CopydeskError, errorTable, isCopydeskError } from '@copydesk/contract';
import { visibleJson } from '@copydesk/contract/invisible';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** The longest answer of a tool: about 25,000 tokens, which is what agents take. */
const mostCharacters = 100_000;

/** What long texts are cut to where all would not fit. */
const shortText = 300;

/** The answer of a tool, as JSON: what nobody sees of a text is escaped in it. */
export function resultOf(value: object): CallToolResult {
  return { content: [{ type: 'text', text: textOf(value) }] };
}

/** An error as a model is told it, to do better by: the same code and words as by the API. */
export function failureOf(error: CopydeskError): CallToolResult {
  return { isError: true, ...resultOf(problemOf(error)) };
}

/** An error of the one table, as the API tells it. */
export function problemOf(error: CopydeskError): object {
  const { code, status, message, errors, retryable } = error;
  return { code, title: errorTable[code].title, status, detail: message, errors, retryable };
}

/** Any error as one of the table; one that is not is a fault, which is told to `onFault` alone. */
export function knownError(error: unknown, onFault: (error: unknown) => void): CopydeskError {
  if (isCopydeskError(error)) return error;
  onFault(error);
  return new CopydeskError('internal', 'The request failed by a fault of Copydesk, which was logged.', {
    cause: error,
  });
}

/** @throws CopydeskError `invalid_request` for what is too long even with its texts cut. */
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
