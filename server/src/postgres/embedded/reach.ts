import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { User } from './machine.ts';

/**
 * Whether `user`, who is not root, can enter every folder on the path to `target`, and enter or run `target` itself.
 */
export async function canReach(target: string, user: User): Promise<boolean> {
  for (let step = target; ; step = path.dirname(step)) {
    const { mode, uid, gid } = await stat(step);
    if (!mayEnter(mode, uid === user.uid, gid === user.gid)) return false;
    if (step === path.dirname(step)) return true;
  }
}

/** POSIX: the first matching class decides. */
function mayEnter(mode: number, isOwner: boolean, isGroup: boolean): boolean {
  if (isOwner) return (mode & 0o100) !== 0;
  if (isGroup) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
