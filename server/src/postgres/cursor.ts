import { CopydeskError } from '@copydesk/contract';

/** Where a page of a list ended, as clients carry it: the key of its last row, in base64url, so that nobody builds on it. */
export function formatCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/**
 * The key in a cursor that a client has sent.
 *
 * @param isKey whether a row of the list could have it: what else is in a cursor never reaches the database.
 * @throws CopydeskError `invalid_request` for a cursor that no page has given.
 */
export function parseCursor(cursor: string, isKey: (key: string) => boolean): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (formatCursor(key) === cursor && isKey(key)) return key;
  const detail = 'is not a cursor that a page of this list has given';
  throw new CopydeskError('invalid_request', `The parameter "cursor" ${detail}.`, {
    errors: [{ parameter: 'cursor', detail }],
  });
}
