import { z } from 'zod';
import { missing } from '../run-check.ts';
import type { BitbucketClient } from './client.ts';
import { quoted } from './client.ts';
import { RepositoryPermission } from './shapes.ts';
import type { Account } from './shapes.ts';

/** Whether an account is a person's: access tokens and apps have accounts of other types. */
export function isPerson({ type }: Account): boolean {
  return (type ?? 'user') === 'user';
}

/**
 * Returns how events name an account: with its UUID, because people choose their nicknames, and several may choose the
 * same one.
 */
export function nameOf({ nickname, display_name: displayName, uuid }: Account): string {
  return `${nickname ?? displayName ?? ''} ${uuid}`.trim();
}

/** @param author as {@link nameOf} returns it: what stands before the UUID proves nothing. */
export async function mayWrite(client: BitbucketClient, author: string): Promise<boolean> {
  const [uuid] = /\{[\da-f-]{36}\}$/i.exec(author) ?? [];
  if (uuid === undefined) return false;
  const permissions = await permissionsOf(client, { q: `user.uuid=${quoted(uuid)}` });
  return permissions.some(
    ({ permission, user }) =>
      user?.uuid.toLowerCase() === uuid.toLowerCase() && (permission === 'write' || permission === 'admin'),
  );
}

const Permissions = z.object({ values: z.array(RepositoryPermission) });

/**
 * Returns what accounts may do in the repository, also through groups. Only administrators of the repository may read
 * that. @throws CopydeskError `code_host_forbidden` for others.
 */
export async function permissionsOf(
  client: BitbucketClient,
  query: Record<string, string | number>,
): Promise<{ permission: string; user?: Account | null | undefined }[]> {
  const [workspace = '', name = ''] = client.access.repository.split('/').map(encodeURIComponent);
  const path = `/workspaces/${workspace}/permissions/repositories/${name}`;
  const doing = 'read who may write';
  const answer = await client.attempt(doing, { path, query });
  if (answer.status === 403) {
    throw missing(
      `Bitbucket shows only administrators of ${client.access.repository} who may write to it, so comments give no ` +
        'work. Make a token with Repositories: Admin as well, and connect the project again with it.',
    );
  }
  const { values } = await client.read(Permissions, doing, answer);
  return values;
}
