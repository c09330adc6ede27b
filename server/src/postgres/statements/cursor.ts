import { CopydeskError } from '@copydesk/contract';
import type { z } from 'zod';

/**
 * Checks the cursor that a client has sent: the key of the last row of the page before. Anything else never reaches the
 * database, whichever way it came.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export function checkCursor(cursor: string | undefined, key: z.ZodType<string>): string | undefined {
  if (cursor === undefined || key.safeParse(cursor).success) return cursor;
  const detail = 'is not a cursor that a page of this list has given';
  throw new CopydeskError('invalid_request', `The parameter "cursor" ${detail}.`, {
    errors: [{ parameter: 'cursor', detail }],
  });
}
