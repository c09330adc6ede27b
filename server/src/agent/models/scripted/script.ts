import { errorTable } from '@copydesk/contract/errors';
import type { ErrorCode } from '@copydesk/contract/errors';

/** What a prompt of the test mode asks the scripted agent to do. */
export type Script =
  | { kind: 'completed'; isUnnamed: boolean }
  | { kind: 'no_change' }
  | { kind: 'asks' }
  | { kind: 'slow'; seconds: number }
  | { kind: 'failed'; code: ErrorCode }
  /** A code that no job ends with. */
  | { kind: 'unknown_code'; code: string };

/** The longest wait of `test:slow`: meanwhile a test occupies a worker's slot. */
export const longestSeconds = 60;

const form = /\btest:(?:(completed|no_change|asks)\b|slow:(\d{1,9})|failed:(\w{1,100}))/;

/** Returns the script of the first `test:…` in a prompt; without any, `test:completed`. */
export function scriptOf(prompt: string): Script {
  const [, named, seconds, code] = form.exec(prompt) ?? [];
  if (seconds !== undefined) return { kind: 'slow', seconds: Math.min(Number(seconds), longestSeconds) };
  if (code !== undefined) return isCodeOfJobs(code) ? { kind: 'failed', code } : { kind: 'unknown_code', code };
  if (named === 'no_change' || named === 'asks') return { kind: named };
  return { kind: 'completed', isUnnamed: named === undefined };
}

/** The codes that jobs may fail with, in the order of the error table. */
export const codesOfJobs = [
  'instruction_not_understood',
  'instruction_not_applicable',
  'checks_failed',
  'limit_reached',
  'model_not_configured',
  'model_refused',
  'context_too_long',
  'model_failed',
  'merge_conflict',
  'repository_not_found',
  'repository_empty',
  'repository_unauthorized',
  'repository_archived',
  'repository_moved',
  'repository_unreachable',
  'repository_not_docs',
  'ref_not_found',
  'path_refused',
  'file_refused',
  'too_large_change',
  'secret_found',
  'branch_protected',
  'push_rejected',
  'pull_request_failed',
  'code_host_unauthorized',
  'code_host_forbidden',
  'code_host_limited',
  'code_host_unreachable',
  'storage_full',
  'internal',
] as const satisfies ErrorCode[];

function isCodeOfJobs(code: string): code is (typeof codesOfJobs)[number] {
  return Object.hasOwn(errorTable, code) && codesOfJobs.some((one) => one === code);
}
