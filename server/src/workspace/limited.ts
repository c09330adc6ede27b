/** What one process of git may use, so that none takes the machine from all others. */
interface GitLimits {
  /** Of memory that is its own: packs that it only looks into do not count. */
  kilobytes: number;
  /** Of a processor, not of the clock; null for what serves as long as this process lives. */
  cpuSeconds: number | null;
}

/** Far beyond what an honest repository takes: the longest transfer may take ten minutes. */
const limits: GitLimits = { kilobytes: 4 * 1024 * 1024, cpuSeconds: 30 * 60 };

/**
 * A program with its arguments, started within the limits, which hold for each process that it starts, too. The shell
 * sets them and becomes the program, so that the id of the process and its signals stay: that takes a millisecond. Linux
 * counts the memory; where a limit cannot be set, the program runs without it.
 */
export function limited(program: string, given: string[], most: Partial<GitLimits> = {}): [string, string[]] {
  const { kilobytes, cpuSeconds } = { ...limits, ...most };
  return ['/bin/sh', ['-c', script, 'sh', String(kilobytes), String(cpuSeconds ?? 'unlimited'), program, ...given]];
}

const script = `
unset PWD OLDPWD SHLVL
ulimit -d "$1" 2>/dev/null || :
ulimit -t "$2" 2>/dev/null || :
shift 2
exec "$@"
`;
