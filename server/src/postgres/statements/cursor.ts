import { CopydeskError } from '@copydesk/contract';

/**
 * Formats where a page of a list ended, for clients to send back: the key of its last row, in base64url, so that no
 * client depends on its form.
 */
export function formatCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/**
 * Returns the key in a cursor that a client has sent.
 *
 * @param isKey whether a row of the list could have this key: any other content of a cursor never reaches the database.
 * @throws CopydeskError `invalid_request` for a cursor that no page has returned.
 */
export function parseCursor(cursor: string, isKey: (key: string) => boolean): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (formatCursor(key) === cursor && isKey(key)) return key;
  const detail = 'is not a cursor that a page of this list has given';
  throw new CopydeskError('invalid_request', `The parameter "cursor" ${detail}.`, {
    errors: [{ parameter: 'cursor', detail }],
  });
}
