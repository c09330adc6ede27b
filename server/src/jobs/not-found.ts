import { CopydeskError } from '@copydesk/contract';

/** The one answer for what is absent and for what belongs to somebody else. */
export function jobNotFound(): CopydeskError {
  return new CopydeskError(
    'not_found',
    'There is no such project, job or webhook, or this API key may not see it. Check the identifiers and the key.',
  );
}
