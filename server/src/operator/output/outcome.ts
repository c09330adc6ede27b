import type { Job, JobOutcome } from '@copydesk/contract';

/** Describes in two words a job that changed nothing and did not fail. Undefined for any other job. */
export function outcomeInWords({ outcome }: Pick<Job, 'outcome'>): string | undefined {
  return outcome === null ? undefined : kindInWords(outcome.kind);
}

export function kindInWords(kind: JobOutcome['kind']): string | undefined {
  return words[kind];
}

const words = {
  changed: undefined,
  answered: 'answered',
  nothing_to_do: 'nothing to do',
  declined: 'declined',
  needs_answer: 'needs answer',
  failed: undefined,
} as const;
