import { CopydeskError } from '@copydesk/contract';

/** Returns the same error for a job that does not exist and for one of somebody else. */
export function jobNotFound(): CopydeskError {
  return new CopydeskError(
    'not_found',
    'There is no such project, job or webhook, or this API key may not see it. Check the identifiers and the key.',
  );
}
