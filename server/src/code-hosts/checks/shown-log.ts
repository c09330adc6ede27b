import type { HostAccess } from '../access.ts';
import { logText } from './log-text.ts';
import type { Tail } from './tail.ts';

/**
 * Returns the log without secrets; undefined when nothing is left of it. A job may print its credential, which may be
 * the same as ours.
 */
export function shownLog(tail: Tail | undefined, { credential }: HostAccess): string | undefined {
  const text = logText(tail?.text ?? '');
  const own = credential.kind === 'token' ? text.replaceAll(credential.token, '…') : text;
  return own === '' ? undefined : own;
}
