import { isUtf8 } from 'node:buffer';
import { CopydeskError } from '@copydesk/contract';
import { checkBounds } from './json-bounds.ts';
import type { JsonBounds } from './json-bounds.ts';

/**
 * Checks 400: returns the value of a body of JSON text (RFC 8259). A byte-order mark at its start is skipped, as the
 * RFC allows.
 *
 * @param bounds limits for requests from anybody; with a key, only the size of the body is limited.
 * @throws CopydeskError `invalid_json`, `invalid_request`.
 */
export function parseJson(body: Buffer, bounds?: JsonBounds): unknown {
  if (body.length === 0) throw invalid('is empty');
  if (!isUtf8(body)) throw invalid('is not valid UTF-8');
  if (bounds !== undefined) checkBounds(body, bounds);
  try {
    const text = body.toString();
    return JSON.parse(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  } catch (cause) {
    throw invalid('is not valid JSON', cause);
  }
}

/** Nothing in the body could be read, so the pointer names the whole body. */
function invalid(found: string, cause?: unknown): CopydeskError {
  return new CopydeskError('invalid_json', `The body ${found}. Send JSON in UTF-8.`, {
    errors: [{ pointer: '', detail: `${found}; it must be JSON in UTF-8` }],
    cause,
  });
}
