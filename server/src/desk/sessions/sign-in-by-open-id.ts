import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { Role } from '@copydesk/contract';
import { recordAction } from '../../audit/record.ts';
import { freeName } from '../../people/free-name.ts';
import {
  bindSubject,
  completeSignIn,
  createPersonOfSubject,
  findPersonBySubject,
  wasRemoved,
} from '../../people/open-id.ts';
import { findPersonByEmail } from '../../people/people.ts';
import type { Person } from '../../people/people.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { beginSession } from './begin-session.ts';
import { unknownActorOf } from './visitor.ts';
import type { Visitor } from './visitor.ts';

/** The identity that an OpenID provider vouches for. */
export interface OpenIdIdentity {
  issuer: string;
  subject: string;
  name: string;
  email: string | null;
  /** Whether the provider says that the person owns the address. */
  emailVerified: boolean;
  groups: readonly string[];
  /** Identifies the sign-in, which counts once. */
  nonce: string;
}

/** Who may sign in by the provider, and the role of those who were not invited. */
export interface SignUpRules {
  /** Domains of e-mail addresses in lower case; undefined for any. */
  domains: readonly string[] | undefined;
  groups: readonly string[] | undefined;
  role: Role;
}

/**
 * Signs in a person that a provider vouches for: one who has signed in this way before, or was invited with their
 * verified e-mail address. Anyone else in an allowed domain or group becomes a new person.
 *
 * @returns the session's token.
 * @throws CopydeskError `identity_refused`.
 */
export async function signInByOpenId(
  db: Database,
  visitor: Visitor,
  identity: OpenIdIdentity,
  { signUp, now }: { signUp: SignUpRules; now: Date },
): Promise<string> {
  try {
    return await db.transaction().execute(async (transaction) => {
      requireAllowed(identity, signUp);
      if (!(await completeSignIn(transaction, identity.nonce, now)))
        throw new CopydeskError('identity_refused', 'This sign-in was completed already. Start again.');
      const person = await personOf(transaction, visitor.organisationId, identity, signUp);
      return await beginSession(transaction, visitor, person, { method: 'oidc', now });
    });
  } catch (error) {
    if (isCopydeskError(error, 'identity_refused')) await recordRefusedIdentity(db, visitor, error.message);
    throw error;
  }
}

/** Records in the audit log that the provider, or this server, refused somebody. */
export async function recordRefusedIdentity(db: Database, visitor: Visitor, reason: string): Promise<void> {
  await recordAction(db, unknownActorOf(visitor), {
    action: 'sign-in.failed',
    subject: { kind: 'person', name: 'an account of the OpenID provider' },
    detail: { method: 'oidc', reason },
  });
}

/** Checked at each sign-in, for everybody who signs in this way: a person who leaves a group can no longer sign in. */
function requireAllowed({ groups, ...identity }: OpenIdIdentity, allowed: SignUpRules): void {
  const email = verifiedEmail(identity);
  if (allowed.domains !== undefined) {
    if (email === null) throw identityRefused('Your provider does not say that your e-mail address is verified');
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    if (!allowed.domains.includes(domain))
      throw identityRefused('Your e-mail address is in no domain that may sign in here');
  }
  if (allowed.groups !== undefined && !allowed.groups.some((group) => groups.includes(group))) {
    throw identityRefused('You are in no group that may sign in here');
  }
}

async function personOf(
  transaction: DatabaseTransaction,
  organisationId: string,
  identity: OpenIdIdentity,
  signUp: SignUpRules,
): Promise<Person> {
  const { issuer, subject, name } = identity;
  const known = { organisationId, issuer, subject };
  const before = await findPersonBySubject(transaction, known);
  if (before !== undefined) return before;
  const email = verifiedEmail(identity);
  const invited = email !== null && (await findPersonByEmail(transaction, { organisationId, email }));
  if (invited) {
    if (await bindSubject(transaction, invited.id, { issuer, subject })) return invited;
    throw identityRefused('Your e-mail address belongs to a person here who signs in with another account');
  }
  const isOpen = signUp.domains !== undefined || signUp.groups !== undefined;
  if (!isOpen || (await wasRemoved(transaction, { ...known, email })))
    throw identityRefused('Nobody here has invited you');
  const { role } = signUp;
  const own = await freeName(transaction, organisationId, name);
  const made = await createPersonOfSubject(transaction, { ...known, name: own, role, email });
  const newcomer = made ?? (await findPersonBySubject(transaction, known));
  if (newcomer !== undefined) return newcomer;
  throw identityRefused('Somebody else got your e-mail address at the same time');
}

function verifiedEmail({ email, emailVerified }: Pick<OpenIdIdentity, 'email' | 'emailVerified'>): string | null {
  return emailVerified ? email : null;
}

function identityRefused(reason: string): CopydeskError {
  return new CopydeskError('identity_refused', `${reason}. Ask an owner to invite you.`);
}
