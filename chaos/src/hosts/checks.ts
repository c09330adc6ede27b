/** The check that a change may break; the base passes it. */
export const ownCheck = 'build';

/**
 * What the automation of the rig says: the base fails one check and passes another, and so does every commit of a job whose
 * name begins with a digit below 8, the other way round. So it says the same however often it is asked.
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
