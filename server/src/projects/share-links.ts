import { CopydeskError } from '@copydesk/contract';
import type { Share } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { randomBase62 } from '../secrets/base62.ts';
import { hashToken, newToken } from '../secrets/token.ts';

/** Of a project, that are not revoked. */
const maximumShares = 50;

/** How exactly the last use is known: each look would be a write otherwise. */
const useMilliseconds = 5 * 60_000;

/** A share link that was just made, with the token that stands in its address. */
export interface MadeShare {
  share: Share;
  token: string;
}

/**
 * Makes a share link. A token that was used for one of the project already is that link: a form that is sent twice
 * gives its own.
 *
 * @throws CopydeskError `too_many_shares`; `changed_meanwhile` for the token of a link that was revoked since, or of another
 *   project.
 */
export async function createShareLink(
  db: Database,
  draft: { projectId: string; name: string; createdBy: string; token?: string },
): Promise<MadeShare & { isNew: boolean }> {
  const { projectId, name, createdBy, token = newToken() } = draft;
  // Held against another that is made at the same time: the count is of both.
  await sql`select id from project where id = ${projectId} for no key update`.execute(db);
  const before = await db
    .selectFrom('share_link')
    .select([...columns, 'project_id', 'revoked_at'])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst();
  if (before !== undefined) {
    if (before.project_id !== projectId || before.revoked_at !== null) throw usedUp();
    return { share: present(before), token, isNew: false };
  }
  const { count } = await db
    .selectFrom('share_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= maximumShares) throw tooMany();
  const row = await db
    .insertInto('share_link')
    .values({
      id: `shr_${randomBase62(22)}`,
      project_id: projectId,
      hash: hashToken(token),
      hint: token.slice(-4),
      name,
      created_by: createdBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { share: present(row), token, isNew: true };
}

function usedUp(): CopydeskError {
  return new CopydeskError(
    'changed_meanwhile',
    'This form has made a share link already, which was revoked since. Open the page again to make another.',
  );
}

function tooMany(): CopydeskError {
  return new CopydeskError(
    'too_many_shares',
    `The project has ${maximumShares} share links already, and more are not allowed. Revoke one that is no longer needed.`,
  );
}

/** The share links of a project that are not revoked, newest first. */
export async function listShareLinks(db: Database, projectId: string): Promise<Share[]> {
  const rows = await db
    .selectFrom('share_link')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** Ends a share link. @returns the link, or undefined when the project has none of the id that is not revoked. */
export async function revokeShareLink(
  db: Database,
  { projectId, shareId, now }: { projectId: string; shareId: string; now: Date },
): Promise<Share | undefined> {
  const row = await db
    .updateTable('share_link')
    .set({ revoked_at: now })
    .where('id', '=', shareId)
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
  return row && present(row);
}

/** A share link that is there, revoked or not. */
export async function readShareLink(
  db: Database,
  { projectId, shareId }: { projectId: string; shareId: string },
): Promise<Share> {
  const row = await db
    .selectFrom('share_link')
    .select(columns)
    .where('id', '=', shareId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Whether the project has such a link, revoked or not. */
export async function hasShareLink(db: Database, projectId: string, shareId: string): Promise<boolean> {
  const row = await db
    .selectFrom('share_link')
    .select('id')
    .where('id', '=', shareId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The project whose readers a token shows; undefined for a token of none, and for a link that was revoked. */
export async function findSharedProject(
  db: Database,
  token: string,
  now: Date,
): Promise<{ shareId: string; projectId: string } | undefined> {
  if (!/^[0-9A-Za-z]{43}$/.test(token)) return undefined;
  const row = await db
    .selectFrom('share_link')
    .select(['id', 'project_id', 'last_used_at'])
    .where('hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if ((row.last_used_at?.getTime() ?? 0) < now.getTime() - useMilliseconds) {
    await db.updateTable('share_link').set({ last_used_at: now }).where('id', '=', row.id).execute();
  }
  return { shareId: row.id, projectId: row.project_id };
}

const columns = ['id', 'name', 'hint', 'created_by', 'created_at', 'last_used_at'] as const;

function present(row: {
  id: string;
  name: string;
  hint: string;
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
}): Share {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** The token that a form's one-time secret, 256 random bits, leads to: sent twice, it makes one link. */
export function tokenOfForm(once: string): string {
  let piece = 0;
  return newToken((count) => hashToken(`share link ${(piece += 1)} ${once}`).subarray(0, count));
}
