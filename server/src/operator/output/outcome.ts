import type { Job } from '@copydesk/contract';

/** What came of a job that changed nothing and did not fail, in two words; undefined for any other. */
export function outcomeInWords({ outcome }: Pick<Job, 'outcome'>): string | undefined {
  return outcome === null ? undefined : words[outcome.kind];
}

const words = {
  changed: undefined,
  nothing_to_do: 'nothing to do',
  declined: 'declined',
  needs_answer: 'needs answer',
  failed: undefined,
} as const;
