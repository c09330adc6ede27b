import type { CopydeskError, ErrorCode } from '@copydesk/contract';
import { faultsOf } from '../view/fields.ts';
import type { Faults } from '../view/fields.ts';

/** Which field of a repository an error is about, where it names none: what is wrong there was found by looking. */
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

/** What an error says of the fields of a form that asks for a repository. */
export function placeFaultsOf(error: CopydeskError): Faults {
  const field = fieldOfCode[error.code];
  return field === undefined || error.errors.length > 0 ? faultsOf(error) : { [field]: error.message };
}
