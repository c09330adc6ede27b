import { isUtf8 } from 'node:buffer';
import { CopydeskError } from '@copydesk/contract';

/**
 * 400: the value of a body of JSON text (RFC 8259). A byte-order mark before it is passed over, as the RFC allows.
 *
 * @throws CopydeskError `invalid_json`.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new CopydeskError('invalid_json', 'The body is empty. Send a JSON object.');
  if (!isUtf8(body)) throw new CopydeskError('invalid_json', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new CopydeskError('invalid_json', 'The body is not valid JSON. Send a JSON object.', { cause });
  }
}
