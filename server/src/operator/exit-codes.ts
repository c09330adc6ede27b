import { CopydeskError, type ErrorCode } from '@copydesk/contract/errors';

/** The exit code of a command that fails, for scripts: see docs/command.md. */
export function exitCodeOf(failure: unknown): number {
  if (!(failure instanceof CopydeskError)) return 1;
  return exitCodes[failure.code] ?? (failure.retryable ? 5 : 1);
}

/** 3: what was named is not there. 4: the key may not, or there is none. 5: it may pass. 1: all else. */
const exitCodes: Partial<Record<ErrorCode, number>> = {
  not_found: 3,
  credentials_required: 4,
  invalid_token: 4,
  insufficient_scope: 4,
  address_not_allowed: 4,
  server_machine_needed: 4,
  // Those are about jobs and faults: the same command would do it again.
  internal: 1,
};
