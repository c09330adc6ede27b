import type { Actor } from '../../audit/actor.ts';

/** Who is about to sign in, as far as the request reveals it. */
export interface Visitor {
  /** The organisation that they sign in to. */
  organisationId: string;
  address: string;
  userAgent: string;
  /** The browser's present session. It ends when a new one begins, so that none is left behind. */
  previous: { kind: 'person' | 'key'; token: string } | undefined;
}

/** Returns the actor that the audit log names for an unknown visitor. */
export function unknownActorOf({ organisationId, address }: Visitor): Actor {
  return { kind: 'system', id: null, name: 'Somebody', organisationId, address };
}

/** Returns the actor that the audit log names for a visitor who has been identified. */
export function actorOfVisitor(
  { organisationId, address }: Visitor,
  { id, name }: { id: string; name: string },
): Actor {
  return { kind: 'person', id, name, organisationId, address };
}
