import { readdir, readFile } from 'node:fs/promises';

/** How many processes of a name a process has started that still run; NaN where the system has no /proc. */
export async function countChildren(parent: number, name: string): Promise<number> {
  const entries = await readdir('/proc').catch(() => undefined);
  if (entries === undefined) return Number.NaN;
  const processes = entries.filter((entry) => /^\d+$/.test(entry));
  const stats = await Promise.all(processes.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  return stats.filter((stat) => {
    const [, command, state, parentId] = /^\d+ \((.*)\) (\S) (\d+) /.exec(stat) ?? [];
    return command === name && state !== 'Z' && Number(parentId) === parent;
  }).length;
}
