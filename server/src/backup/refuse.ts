import { CopydeskError } from '@copydesk/contract/errors';

/** Nothing has been changed when this is thrown. */
export function refuseBackup(why: string, cause?: unknown): CopydeskError {
  return new CopydeskError('backup_refused', `The backup cannot be restored, and nothing was changed. ${why}`, {
    cause,
  });
}
