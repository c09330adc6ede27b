import { dropReasons } from '@copydesk/contract';
import { userAgentOf } from '../draft.ts';
import type { Draft, Drop, CollectContext } from '../draft.ts';
import { exclusionOf } from '../own-settings.ts';

/**
 * Drops views that the project does not want counted: its own people, its own checks. The address is checked and not
 * stored.
 */
export function checkExclusions({ event, path }: Draft, { own }: CollectContext): Drop | undefined {
  const drop = exclusionOf(own, { address: event.ip ?? undefined, path, userAgent: userAgentOf(event) });
  return drop === undefined ? undefined : { drop, detail: dropReasons[drop] };
}
