import type { ErrorCode } from './errors.ts';

/** Reasons why a job cannot carry the change of another one. */
export const ofCarriedJobs = {
  nothing_to_carry: {
    means: 'The job has no pull request, or its pull request was closed: there is nothing to undo or to backport.',
    todo: 'Name a job with a merged pull request; for a backport, an open one works too.',
  },
  already_undone: {
    means: 'Another job already undoes this one: its pull request is in progress, open or merged.',
    todo: 'Look at the job that the detail names. Close its pull request to undo in another way.',
  },
  already_backported: {
    means: 'Another job already backports this one to the branch: its pull request is in progress, open or merged.',
    todo: 'Leave the branch out, or look at the job that the detail names.',
  },
  change_not_found: {
    means:
      'The pull request is merged, but its change cannot be found in the base branch, or not separated from other changes.',
    todo: 'Revert it by hand, for example with git revert.',
  },
} as const satisfies Partial<Record<ErrorCode, { means: string; todo: string }>>;
