import type { HostAccess } from '../access.ts';
import { logText } from './log-text.ts';
import type { Tail } from './tail.ts';

/**
 * Returns the log without secrets; undefined when nothing is left of it. A job may print its credential, which may be
 * the same as ours.
 */
export function shownLog(tail: Tail | undefined, { credential }: HostAccess): string | undefined {
  const text = logText(tail?.text ?? '');
  const secret = secretIn(credential);
  const own = secret === '' ? text : text.replaceAll(secret, '…');
  return own === '' ? undefined : own;
}

/** The private key of an App is not sent to its host. */
function secretIn(credential: HostAccess['credential']): string {
  if (credential.kind === 'app') return '';
  return credential.kind === 'token' ? credential.token : credential.password;
}
