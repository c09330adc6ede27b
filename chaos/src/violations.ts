import type { History } from './history.ts';

/** A promise of the product that was seen broken. */
export interface Violation {
  rule: string;
  /** The job's id, or that of an automation; undefined for what concerns no single one. */
  job: string | undefined;
  detail: string;
  /** What was done and observed before, oldest first. */
  history: string[];
}

export interface Violations {
  /** @param abouts more names under which the job's history is noted. */
  add: (rule: string, job: string | undefined, detail: string, abouts?: readonly (string | undefined)[]) => void;
  list: () => Violation[];
}

/** Reports a broken promise once for each job and rule, as soon as it is seen: further ones follow from it. */
export function openViolations(history: History, onViolation: (violation: Violation) => void): Violations {
  const found = new Map<string, Violation>();
  return {
    add(rule, job, detail, abouts = []) {
      const name = `${rule} ${job ?? detail}`;
      if (found.has(name)) return;
      history.note(job, `VIOLATION of "${rule}": ${detail}`);
      const violation = { rule, job, detail, history: history.of([job, ...abouts], 60) };
      found.set(name, violation);
      onViolation(violation);
    },
    list: () => [...found.values()],
  };
}
