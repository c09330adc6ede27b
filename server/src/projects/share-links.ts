import { CopydeskError } from '@copydesk/contract';
import type { Share } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { randomBase62 } from '../secrets/base62.ts';
import { hashToken, newToken } from '../secrets/token.ts';

/** The maximum of a project's links that are not revoked. */
const maximumShares = 50;

/** The precision of the last use: otherwise each visit would cause a write. */
const useMilliseconds = 5 * 60_000;

/** A new share link, with the token that is in its address. */
export interface MadeShare {
  share: Share;
  token: string;
}

/**
 * Creates a share link. A token that was already used for a link of the project returns that link, so a form that is
 * sent twice makes only one.
 *
 * @throws CopydeskError `too_many_shares`; `changed_meanwhile` for the token of a link that was revoked since, or of
 *   another project.
 */
export async function createShareLink(
  db: Database,
  draft: { projectId: string; name: string; createdBy: string; token?: string },
): Promise<MadeShare & { isNew: boolean }> {
  const { projectId, name, createdBy, token = newToken() } = draft;
  // Locks out a concurrent creation, so that the count includes both.
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
    'This form has already created a share link, which was revoked since. Open the page again to create another.',
  );
}

function tooMany(): CopydeskError {
  return new CopydeskError(
    'too_many_shares',
    `The project has ${maximumShares} share links already, which is the maximum. Revoke one that is no longer needed.`,
  );
}

/** Lists the share links of a project that are not revoked, newest first. */
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

/** Revokes a share link. @returns the link, or undefined when the project has no unrevoked link with the id. */
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

/** Reads an existing share link, revoked or not. */
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

/** Returns the project whose statistics a token shows. Undefined for an unknown token, and for a revoked link. */
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

/** Derives the token from a form's one-time secret of 256 random bits: sent twice, the form makes one link. */
export function tokenOfForm(once: string): string {
  let piece = 0;
  return newToken((count) => hashToken(`share link ${(piece += 1)} ${once}`).subarray(0, count));
}
