import { readFile } from 'node:fs/promises';

/**
 * Counts the running processes of a name that a process' main thread has started; NaN where the system does not report
 * them.
 */
export async function countChildren(parent: number, name: string): Promise<number> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => undefined);
  if (children === undefined) return Number.NaN;
  const ids = children.split(' ').filter((id) => id !== '');
  const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')));
  return names.filter((comm) => comm.trim() === name).length;
}
