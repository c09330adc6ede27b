import { userInfo } from 'node:os';
import type { Actor } from '../../audit/actor.ts';

/** Returns the actor for a command on the server: the log names the account of the machine. */
export function commandActor(organisationId: string): Actor {
  return { kind: 'command', id: null, name: accountName(), organisationId, address: null };
}

/** In a container, the account need not have a name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command';
  }
}
