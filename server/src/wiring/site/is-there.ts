import { stat } from 'node:fs/promises';

/** Whether a file or folder exists at a path that this process may read. */
export async function isThere(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined)) !== undefined;
}
