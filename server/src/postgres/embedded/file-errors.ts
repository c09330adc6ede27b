/** Returns the system's name of an error (`ENOENT`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** For `catch`: reads a missing file as undefined. */
export function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}

/** For `catch` after creating something: another process was faster, and its result is as good. */
export function ignoreThere(error: unknown): undefined {
  const code = errorCode(error);
  if (code === 'EEXIST' || code === 'ENOTEMPTY') return undefined;
  throw error;
}
