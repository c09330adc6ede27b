import { CopydeskError } from '@copydesk/contract';
import { errorCode } from './file-errors.ts';

/** Returns the error for an unusable data directory; `reason` is a whole sentence. */
export function refuseDirectory(directory: string, reason: string, cause?: unknown): CopydeskError {
  return new CopydeskError(
    'data_directory_refused',
    `The data directory ${directory} cannot be used. ${reason} ` +
      'Fix this, name another directory in COPYDESK_DATA_DIR, or use a PostgreSQL of your own with DATABASE_URL.',
    { cause },
  );
}

/** Explains a failure of the file system to the operator; rethrows any other error unchanged. */
export function refusedByFileSystem(directory: string) {
  return (error: unknown): never => {
    const reason = fileSystemReasons[errorCode(error) ?? ''];
    if (reason === undefined || !(error instanceof Error)) throw error;
    throw refuseDirectory(directory, `${reason} (${error.message}).`, error);
  };
}

const fileSystemReasons: Record<string, string> = {
  EACCES: 'This user has no permission',
  EPERM: 'This user has no permission',
  EROFS: 'The file system is read-only',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is exhausted',
  ENOTDIR: 'A part of the path is not a directory',
  EEXIST: 'A file is in the way',
  ENAMETOOLONG: 'The path is too long',
  ENOENT: 'No folder can be made there',
  ELOOP: 'The path is a loop of symbolic links',
};
