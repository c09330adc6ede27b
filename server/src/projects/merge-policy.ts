import { CopydeskError, MergePolicy, mergePolicyDefaults } from '@copydesk/contract';
import type { MergePolicyPatch } from '@copydesk/contract';

export { MergePolicy };

/** A change of a project's merge policy: absent fields stay as they are; null turns it off. */
export type MergePolicyChange = MergePolicyPatch | null;

/**
 * Returns a project's merge policy after a change: absent fields keep their values, or get the defaults where it was
 * off.
 *
 * @throws CopydeskError `invalid_request` when it was off and the change names no kinds: nothing is merged by a guess.
 */
export function changedPolicy(policy: MergePolicy | null, change: MergePolicyChange): MergePolicy | null {
  if (change === null) return null;
  const { kinds = policy?.kinds, ...fields } = change;
  if (kinds === undefined) {
    const detail = 'must be given: the merge policy is off, and nothing else says what it is for';
    throw new CopydeskError('invalid_request', 'The kinds of changes to merge must be given.', {
      errors: [{ pointer: '/mergePolicy/kinds', detail }],
    });
  }
  return MergePolicy.parse({ ...mergePolicyDefaults, ...policy, ...fields, kinds });
}
