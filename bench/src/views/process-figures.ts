import { readdir, readFile } from 'node:fs/promises';

/** `USER_HZ`, the unit of CPU times in Linux: 100 on every machine that Node runs on. */
const ticksPerSecond = 100;

/** The CPU time that processes used so far, in seconds; NaN where the system has no /proc. */
export interface CpuSeconds {
  server: number;
  /** PostgreSQL with all of its processes, including those that have ended. */
  database: number;
}

export async function readCpu(server: number, database: number): Promise<CpuSeconds> {
  return { server: await cpuOf(server), database: await cpuOfFamily(database) };
}

/** Returns the largest resident set of a process so far, in MB. */
export async function peakMegabytes(processId: number): Promise<number> {
  return await statusMegabytes(processId, 'VmHWM');
}

/** Returns the present resident set of a process, in MB. */
export async function residentMegabytes(processId: number): Promise<number> {
  return await statusMegabytes(processId, 'VmRSS');
}

/** Returns the largest resident set of a process during an action, sampled every few milliseconds. */
export async function peakOf<T>(processId: number, act: () => Promise<T>): Promise<{ result: T; megabytes: number }> {
  let megabytes = 0;
  const timer = setInterval(() => {
    void residentMegabytes(processId).then((now) => (megabytes = Math.max(megabytes, now)));
  }, 20);
  try {
    const result = await act();
    return { result, megabytes };
  } finally {
    clearInterval(timer);
  }
}

async function statusMegabytes(processId: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function cpuOf(processId: number): Promise<number> {
  const fields = await statFields(processId);
  return fields === undefined ? Number.NaN : ticks(fields, 11, 12);
}

async function cpuOfFamily(parent: number): Promise<number> {
  const own = await statFields(parent);
  if (own === undefined) return Number.NaN;
  // Processes that have ended are counted with their parent.
  let sum = ticks(own, 11, 12, 13, 14);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = await statFields(Number(name));
    if (fields !== undefined && Number(fields[1]) === parent) sum += ticks(fields, 11, 12);
  }
  return sum;
}

/** Returns the CPU time of a process and of all its descendants so far, in seconds. */
export async function cpuOfDescendants(root: number): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  const processes = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => ({ id: Number(name), fields: await statFields(Number(name)) })),
  );
  const family = new Set([root]);
  // A child may have a lower number than its parent, so this is repeated until nobody is added.
  for (let known = 0; known < family.size;) {
    known = family.size;
    for (const { id, fields } of processes) if (family.has(Number(fields?.[1]))) family.add(id);
  }
  return (
    processes
      .filter(({ id }) => family.has(id))
      // Processes that have ended are counted with their parent.
      .reduce((sum, { fields }) => sum + (fields === undefined ? 0 : ticks(fields, 11, 12, 13, 14)), 0)
  );
}

function ticks(fields: string[], ...places: number[]): number {
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond;
}

/**
 * Returns the fields of /proc/…/stat after the name, which may itself contain blanks: the state first, the parent
 * second.
 */
async function statFields(processId: number): Promise<string[] | undefined> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}
