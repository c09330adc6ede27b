/** The check that a change may break. The base passes it. */
export const ownCheck = 'build';

/**
 * Returns the results of the rig's automation. The base fails one check and passes another. A job's commit whose id
 * begins with a digit below 8 has the opposite results. So the results are the same however often they are read.
 */
export function checksOf(commit: string, isOfJob: boolean): { name: string; state: 'passed' | 'failed' }[] {
  const state = isOfJob && failsOwn(commit) ? 'failed' : 'passed';
  return [
    { name: ownCheck, state },
    { name: 'links', state: 'failed' },
  ];
}

/** Whether a commit of a job is one that breaks something. */
export function failsOwn(commit: string): boolean {
  return /^[0-7]/.test(commit);
}
