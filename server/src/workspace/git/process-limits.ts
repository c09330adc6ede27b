/** What one git process may use, so that none takes the machine from all others. */
interface GitLimits {
  /** Kilobytes of its own memory. Packs that it only maps do not count. */
  kilobytes: number;
  /** Seconds of processor time, not of clock time; null for a process that serves as long as this process lives. */
  cpuSeconds: number | null;
}

/** Far beyond what an honest repository needs: the longest transfer may take ten minutes. */
const limits: GitLimits = { kilobytes: 4 * 1024 * 1024, cpuSeconds: 30 * 60 };

/**
 * Returns a program with its arguments, started within the limits, which also apply to each process that it starts. The
 * shell sets them and then becomes the program, so that the process keeps its id and signals: that takes a millisecond.
 * Linux counts the memory. Where a limit cannot be set, the program runs without it.
 */
export function withLimits(program: string, given: string[], most: Partial<GitLimits> = {}): [string, string[]] {
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
