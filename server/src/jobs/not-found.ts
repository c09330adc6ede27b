import { CopydeskError } from '@copydesk/contract';

/** The one answer for what is absent and for what belongs to somebody else. */
export function jobNotFound(): CopydeskError {
  return new CopydeskError(
    'not_found',
    'There is no such project or job, or this API key may not see it. Check both identifiers and the key.',
  );
}
