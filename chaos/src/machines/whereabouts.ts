/** On which machines jobs were worked on. */
export interface Whereabouts {
  worked: (job: string, machine: string) => void;
  of: (job: string) => readonly string[];
  /** Drops what was observed of a job. */
  forget: (job: string) => void;
}

export function openWhereabouts(): Whereabouts {
  const seen = new Map<string, Set<string>>();
  return {
    worked(job, machine) {
      seen.set(job, (seen.get(job) ?? new Set()).add(machine));
    },
    of: (job) => [...(seen.get(job) ?? [])],
    forget: (job) => void seen.delete(job),
  };
}
