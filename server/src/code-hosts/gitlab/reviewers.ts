import { z } from 'zod';
import type { GitLabClient } from './client.ts';
import { noteOnce } from './notes.ts';
import { Member, User } from './shapes.ts';

/** The level of a developer, who may push (https://docs.gitlab.com/api/access_requests/#valid-access-levels). */
export const developer = 30;

/** Returns the account with a name; undefined when there is none. */
export async function userOf(client: GitLabClient, username: string): Promise<User | undefined> {
  const query = { username };
  const found = await client.ask(z.array(User), 'look for an account', { path: '/users', query });
  return found.find((user) => user.username.toLowerCase() === username.toLowerCase());
}

/**
 * Returns an account's access level in the project, also through its groups; 0 for one that is not a member, or is
 * blocked.
 */
export async function accessLevelOf(client: GitLabClient, user: User): Promise<number> {
  const doing = 'read the members of the project';
  const answer = await client.attempt(doing, { path: `${client.project}/members/all/${user.id}` });
  if (answer.status === 404) return 0;
  if (answer.status >= 400) throw await client.refusal(answer, doing);
  const member = Member.safeParse(answer.json).data;
  if (member === undefined || (member.state ?? 'active') !== 'active') return 0;
  return member.access_level;
}

/** Returns the ids of the configured reviewers, and the names of those that GitLab does not know. */
export async function idsOfReviewers(client: GitLabClient): Promise<{ ids: number[]; missing: string[] }> {
  const ids: number[] = [];
  const missing: string[] = [];
  for (const name of client.access.reviewers) {
    const user = await userOf(client, name);
    if (user) ids.push(user.id);
    else missing.push(name);
  }
  return { ids, missing };
}

/**
 * Comments which reviewers are missing. That is no reason to hold back a change, and people see it on the merge
 * request.
 */
export async function commentOnMissing(client: GitLabClient, number: number, missing: string[]): Promise<void> {
  if (missing.length === 0) return;
  const names = missing.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ');
  const body = `No review was asked of ${names}: GitLab knows no account of that name. The reviewers are a setting of the project's connection.`;
  await noteOnce(client, { number, body, mark: 'settings-not-applied' });
}
