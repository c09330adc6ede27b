import { Role } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { hashToken, newToken } from '../secrets/token.ts';

/** The person that a session belongs to. */
export interface SignedInPerson {
  personId: string;
  organisationId: string;
  name: string;
  role: Role;
}

/** How somebody has signed in. */
export type SignInMethod = 'link' | 'password' | 'oidc';

/** A session as its owner sees it in the list. */
export interface Session {
  /** Distinguishes sessions. It cannot be used to sign in. */
  id: string;
  method: SignInMethod;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
  /** Whether it is the session that makes the request. */
  isCurrent: boolean;
}

const sessionLifetimeSeconds = 14 * 24 * 60 * 60;
const longestUserAgent = 300;
const lastSeenExactToMilliseconds = 60_000;

/** Signs a person in, and returns the session's token. Only its hash is stored. */
export async function createSession(
  db: Database,
  personId: string,
  { now, method = 'link', userAgent = '' }: { now: Date; method?: SignInMethod; userAgent?: string },
): Promise<{ sessionToken: string; expiresAt: Date }> {
  const sessionToken = newToken();
  const expiresAt = new Date(now.getTime() + sessionLifetimeSeconds * 1000);
  await db.deleteFrom('session').where('person_id', '=', personId).where('expires_at', '<=', now).execute();
  await db
    .insertInto('session')
    .values({
      hash: hashToken(sessionToken),
      person_id: personId,
      created_at: now,
      expires_at: expiresAt,
      method,
      user_agent: userAgent.replaceAll('\0', '').toWellFormed().slice(0, longestUserAgent).toWellFormed(),
    })
    .execute();
  await db
    .updateTable('person')
    .set((eb) => ({ joined_at: eb.fn.coalesce('joined_at', eb.val(now)), last_seen_at: now }))
    .where('id', '=', personId)
    .execute();
  return { sessionToken, expiresAt };
}

/** Returns the person of a session's token; undefined when it is unknown, ended or expired. */
export async function readSession(
  db: Database,
  token: string,
  { now = new Date() }: { now?: Date } = {},
): Promise<SignedInPerson | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select([
      'person.id as personId',
      'organisation_id as organisationId',
      'name',
      'role',
      'last_seen_at as lastSeenAt',
    ])
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { personId, organisationId, name, role, lastSeenAt } = row;
  noteSeen(db, personId, lastSeenAt, now);
  return { personId, organisationId, name, role: Role.parse(role) };
}

/**
 * Returns the roles of those sessions that are still valid, by their tokens. One statement, however many tokens there
 * are.
 */
export async function readRoles(
  db: Database,
  tokens: readonly string[],
  { now }: { now: Date },
): Promise<Map<string, Role>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
  const rows = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['hash', 'role'])
    .where('hash', '=', (eb) => eb.fn.any(eb.val(tokens.map(hashToken))))
    .where('expires_at', '>', now)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ hash, role }) => [byHash.get(hash.toString('hex')) ?? '', Role.parse(role)]));
}

/** Returns when a session expires; undefined when it has ended. */
export async function readSessionEnd(db: Database, token: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('session')
    .select('expires_at')
    .where('hash', '=', hashToken(token))
    .executeTakeFirst();
  return row?.expires_at;
}

/** A person's sessions, newest first. */
export async function listSessions(
  db: Database,
  personId: string,
  { token, now }: { token: string; now: Date },
): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute();
  const current = hashToken(token);
  return rows.map((row) => ({
    id: idOf(row.hash),
    method: methodOf(row.method),
    userAgent: row.user_agent,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isCurrent: row.hash.equals(current),
  }));
}

/** Ends a session. An unknown one has ended already. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('session').where('hash', '=', hashToken(token)).execute();
}

/**
 * Ends sessions of a person: the one with the given id, or all, but never the one of the token.
 *
 * @returns how many.
 */
export async function endOtherSessions(
  db: Database,
  personId: string,
  { token, id }: { token: string; id?: string },
): Promise<number> {
  const rows = await db.selectFrom('session').select('hash').where('person_id', '=', personId).execute();
  const current = hashToken(token);
  const others = rows.map(({ hash }) => hash).filter((hash) => !hash.equals(current));
  const chosen = id === undefined ? others : others.filter((hash) => idOf(hash) === id);
  if (chosen.length === 0) return 0;
  await db.deleteFrom('session').where('hash', 'in', chosen).execute();
  return chosen.length;
}

/** Returns the first half of the hash, from which neither the token nor the hash can be derived. */
function idOf(hash: Buffer): string {
  return hash.subarray(0, 16).toString('hex');
}

function methodOf(method: string): SignInMethod {
  return method === 'password' || method === 'oidc' ? method : 'link';
}

/**
 * Records when a person was last seen, at most once a minute, without delaying the request: nothing waits for it, a
 * concurrent request skips the locked row, and after a failure the next request tries again.
 */
function noteSeen(db: Database, personId: string, lastSeenAt: Date | null, now: Date): void {
  const stale = new Date(now.getTime() - lastSeenExactToMilliseconds);
  if (lastSeenAt !== null && lastSeenAt > stale) return;
  void db
    .updateTable('person')
    .set({ last_seen_at: now })
    .where('id', 'in', (from) =>
      from
        .selectFrom('person')
        .select('id')
        .where('id', '=', personId)
        .where((where) => where.or([where('last_seen_at', 'is', null), where('last_seen_at', '<=', stale)]))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute()
    .catch(() => {});
}
