import { CopydeskError, type ErrorCode } from '@copydesk/contract/errors';

/** Returns the exit code of a command that fails, for scripts: see docs/command.md. */
export function exitCodeOf(failure: unknown): number {
  return failure instanceof CopydeskError ? (exitCodes[failure.code] ?? 1) : 1;
}

/** A job was started, and could not be watched. */
export const exitCodeOfUnseen = 6;

/**
 * 3: what was named does not exist. 4: the key has no permission, or there is no key. 5: the server is unreachable or
 * busy, which may pass.
 */
const exitCodes: Partial<Record<ErrorCode, number>> = {
  not_found: 3,
  no_questions: 3,
  credentials_required: 4,
  invalid_token: 4,
  insufficient_scope: 4,
  address_not_allowed: 4,
  server_machine_needed: 4,
  server_unreachable: 5,
  overloaded: 5,
  draining: 5,
  database_unavailable: 5,
  quota_exceeded: 5,
};
