import type { Actor } from '../audit/actor.ts';

/** Who is about to sign in, as far as their request tells. */
export interface Visitor {
  /** The organisation that is signed in to. */
  organisationId: string;
  address: string;
  userAgent: string;
  /** The session that the browser has had so far: it ends when another begins, so that nobody can leave one behind. */
  previous: { kind: 'person' | 'key'; token: string } | undefined;
}

/** Whom the audit log names for a visitor of whom nothing is known. */
export function strangerOf({ organisationId, address }: Visitor): Actor {
  return { kind: 'system', id: null, name: 'Somebody', organisationId, address };
}

/** Whom it names for one who is known by now. */
export function actorOfVisitor(
  { organisationId, address }: Visitor,
  { id, name }: { id: string; name: string },
): Actor {
  return { kind: 'person', id, name, organisationId, address };
}
