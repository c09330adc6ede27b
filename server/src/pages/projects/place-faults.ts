import type { CopydeskError, ErrorCode } from '@copydesk/contract';
import { faultsOf } from '../view/fields.ts';
import type { Faults } from '../view/fields.ts';

/**
 * The field of a repository that an error is about, where the error names none because it was found by contacting the
 * host.
 */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  repository_unreachable: '/repository',
  repository_not_found: '/repository',
  repository_empty: '/repository',
  repository_invalid: '/repository',
  repository_archived: '/repository',
  repository_moved: '/repository',
  ref_not_found: '/ref',
  repository_not_docs: '/docsFolder',
};

/** Returns what an error says about the fields of a form that asks for a repository. */
export function placeFaultsOf(error: CopydeskError): Faults {
  const field = fieldOfCode[error.code];
  return field === undefined || error.errors.length > 0 ? faultsOf(error) : { [field]: error.message };
}
