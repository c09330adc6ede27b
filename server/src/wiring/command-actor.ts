import { userInfo } from 'node:os';
import type { Actor } from '../audit/actor.ts';

/** Who the audit log names for what is done by commands, on the server's own terminal. */
export function commandActor(organisationId: string): Actor {
  return { kind: 'command', id: null, name: accountName(), organisationId, address: null };
}

/** The account of the machine; a container may run under one that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
