/** A request that got no answer, or was not made. The message is for the log of attempts, and holds no secret. */
export class SendFailure extends Error {}

/** The longest reason that is kept, in characters. */
const longest = 300;

/** A text of somebody else as one line that no terminal or page takes for anything but text, cut where it is long. */
export function plainLine(text: string, maximum = longest): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // A character has two units at most; one more than fits tells that it is too long.
  const characters = Array.from(line.slice(0, 2 * (maximum + 1)));
  return characters.length <= maximum ? line : `${characters.slice(0, maximum - 1).join('')}…`;
}

/** Why a request got no answer, in words where the system has only a code for it. */
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
