import { readdir, readFile } from 'node:fs/promises';

/** `USER_HZ`, in which Linux tells CPU times: 100 on every machine that Node runs on. */
const ticksPerSecond = 100;

/** What processes used of the CPU so far, in seconds; NaN where the system has no /proc. */
export interface CpuSeconds {
  server: number;
  /** PostgreSQL with all of its processes, also those that have ended. */
  database: number;
}

export async function readCpu(server: number, database: number): Promise<CpuSeconds> {
  return { server: await cpuOf(server), database: await cpuOfFamily(database) };
}

/** The largest resident set of a process so far, in MB. */
export async function peakMegabytes(processId: number): Promise<number> {
  return await statusMegabytes(processId, 'VmHWM');
}

/** The resident set of a process now, in MB. */
export async function residentMegabytes(processId: number): Promise<number> {
  return await statusMegabytes(processId, 'VmRSS');
}

/** The largest resident set that a process has while something is done, looked at every few milliseconds. */
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
  // Those that have ended are counted with their parent.
  let sum = ticks(own, 11, 12, 13, 14);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = await statFields(Number(name));
    if (fields !== undefined && Number(fields[1]) === parent) sum += ticks(fields, 11, 12);
  }
  return sum;
}

function ticks(fields: string[], ...places: number[]): number {
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond;
}

/** The fields of /proc/…/stat after the name, which may itself have blanks: the state first, the parent second. */
async function statFields(processId: number): Promise<string[] | undefined> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}
