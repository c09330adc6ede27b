import { stat } from 'node:fs/promises';

/** Whether there is a file or folder at a path that this process may look at. */
export async function isThere(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined)) !== undefined;
}
