/** A request that got no reply, or was not sent. The message is for the log of attempts, and contains no secret. */
export class SendFailure extends Error {}

/** The longest reason that is stored, in characters. */
const mostCharacters = 300;

/** Returns a foreign text as one line that every terminal and page treats as plain text, cut when it is too long. */
export function plainLine(text: string, maximum = mostCharacters): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // A character has at most two code units; one character more than fits shows that it is too long.
  const characters = Array.from(line.slice(0, 2 * (maximum + 1)));
  return characters.length <= maximum ? line : `${characters.slice(0, maximum - 1).join('')}…`;
}

/** Returns why a request got no reply, in words when the system has only a code. */
export function reasonOf(error: unknown): string {
  if (error instanceof SendFailure) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = reasons[code];
  if (known !== undefined) return known;
  const said = error instanceof Error && error.message !== '' ? error.message : code;
  return plainLine(`The request failed: ${said === '' ? 'no reason is known' : said}.`);
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: 'The connection was broken off before an answer came.',
  EPIPE: 'The connection was broken off before an answer came.',
  ETIMEDOUT: 'The connection was not made in time.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ENOTFOUND: 'The host has no address: the name is not known.',
  ENODATA: 'The host has no address.',
  EAI_AGAIN: 'The host could not be looked up; the name server did not answer.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large.',
};
