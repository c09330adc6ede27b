import type { ErrorCode } from './errors.ts';

/** Reasons why a job cannot carry the change of another one. */
export const ofCarriedJobs = {
  nothing_to_carry: {
    means: 'The job has no pull request, or it was closed: there is nothing to undo, or to carry to another branch.',
    todo: 'Name a job with a merged pull request, or for a backport with an open one.',
  },
  already_undone: {
    means: 'Another job undoes this one already: its pull request is being made, is open, or is merged.',
    todo: 'Look at the job that the message names. Close its pull request to undo in another way.',
  },
  already_backported: {
    means: 'Another job carries this one to the branch already: its pull request is being made, is open, or is merged.',
    todo: 'Leave the branch out, or look at the job that the message names.',
  },
  change_not_found: {
    means:
      'The pull request is merged, but the base branch does not hold what it brought, or not so that it can be told apart.',
    todo: 'Revert it by hand, as with git revert.',
  },
} as const satisfies Partial<Record<ErrorCode, { means: string; todo: string }>>;
