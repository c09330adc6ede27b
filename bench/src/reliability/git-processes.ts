import { readFile } from 'node:fs/promises';

/**
 * Counts the running processes of a name that a process has started, or a process that it has started, such as its
 * spawner; NaN where the system does not report them. Those that a main thread has started are counted.
 */
export async function countDescendants(parent: number, name: string): Promise<number> {
  const children = await childrenOf(parent);
  if (children === undefined) return Number.NaN;
  const grandchildren = await Promise.all(children.map(childrenOf));
  const ids = [...children, ...grandchildren.flatMap((found) => found ?? [])];
  const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')));
  return names.filter((comm) => comm.trim() === name).length;
}

async function childrenOf(parent: number): Promise<number[] | undefined> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => undefined);
  return children
    ?.split(' ')
    .filter((id) => id !== '')
    .map(Number);
}
