import { z } from 'zod';
import type { GiteaClient } from './client.ts';
import { User } from './shapes.ts';

const Permission = z.object({ permission: z.string() });

/**
 * Whether an account may push. Only administrators of a repository may read the permission of others. Every other
 * account may read who can be assigned, and those are the accounts that may write (routers/api/v1/api.go,
 * models/repo/user_repo.go of Gitea).
 */
export async function mayWrite(client: GiteaClient, login: string): Promise<boolean> {
  const doing = 'read what accounts may do';
  const path = `${client.repository}/collaborators/${encodeURIComponent(login)}/permission`;
  const answer = await client.attempt(doing, { path });
  if (answer.status === 404) return false;
  if (answer.status !== 403) {
    const { permission } = await client.read(Permission, doing, answer);
    return ['write', 'admin', 'owner'].includes(permission);
  }
  const writers = await client.ask(z.array(User), doing, { path: `${client.repository}/assignees` });
  return writers.some((writer) => writer.login.toLowerCase() === login.toLowerCase());
}

/** Whether an account acts for the host itself: such accounts have negative ids. */
export function isBot(user: { id?: number | null; login: string } | null | undefined): boolean {
  if (!user) return true;
  return (user.id ?? 1) < 0 || /\[bot\]$|^(gitea|forgejo)-actions$|^ghost$/i.test(user.login);
}
