import { CopydeskError } from '@copydesk/contract/errors';

/** Returns the error for a backup that is refused. Nothing has been changed when it is thrown. */
export function refuseBackup(why: string, cause?: unknown): CopydeskError {
  return new CopydeskError('backup_refused', `The backup cannot be restored, and nothing was changed. ${why}`, {
    cause,
  });
}
