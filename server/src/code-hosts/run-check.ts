import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { HostCheck } from './code-host.ts';

/** Runs one check. @param attempt returns what was found, or throws what is missing. */
export async function runCheck(name: string, attempt: () => Promise<string>): Promise<HostCheck> {
  try {
    return { name, ok: true, detail: await attempt() };
  } catch (error) {
    if (isCopydeskError(error)) return { name, ok: false, detail: error.message };
    throw error;
  }
}

/**
 * Does the same as {@link runCheck} for things that pull requests work without: missing labels, reviewers who cannot be
 * requested.
 */
export async function runOptionalCheck(name: string, attempt: () => Promise<string>): Promise<HostCheck> {
  const check = await runCheck(name, attempt);
  return check.ok ? check : { ...check, isAdvice: true };
}

/** Returns the error that a check throws when it finds something missing. */
export function missing(detail: string): CopydeskError {
  return new CopydeskError('code_host_forbidden', detail);
}

/** Two weeks are enough time to create another token. */
const soonDays = 14;

/**
 * Returns ` It expires on …`, with a warning when that is soon; '' for a token that never expires.
 * @throws when it has expired.
 */
export function expiryText(expiresAt: string | null | undefined, now: Date): string {
  if (expiresAt == null || expiresAt === '') return '';
  const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / 86_400_000);
  const date = expiresAt.slice(0, 10);
  if (days < 0) throw missing(`The token has expired on ${date}. Make a new one and connect the project again.`);
  if (days > soonDays) return ` It expires on ${date}.`;
  return ` It expires soon, on ${date}: create a new one before, and connect the project with it again.`;
}
