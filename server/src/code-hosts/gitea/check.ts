import { z } from 'zod';
import { matches } from '../branch-rule.ts';
import type { HostCheck } from '../code-host.ts';
import type { HostAnswer } from '../requests/host-http.ts';
import { missing, runCheck, runOptionalCheck } from '../run-check.ts';
import { branchPath } from './client.ts';
import type { GiteaClient } from './client.ts';
import { idsOfLabels } from './labels-and-reviewers.ts';
import { Branch, BranchRule, Repository, User } from './shapes.ts';

/** A branch and a pull request that do not exist. */
const absentPlace = { branch: 'copydesk/check', from: 'copydesk/check-from-nowhere', number: 2_000_000_000 };

/**
 * Tests what Copydesk needs. A token does not reveal its scopes, so each scope is tested by a request that needs it. A
 * request that would leave something behind is built so that the host refuses it for another reason once the permission
 * exists.
 */
export async function check(client: GiteaClient): Promise<HostCheck[]> {
  const token = await runCheck('token', async () => `The token is valid for ${await ownLogin(client)}.`);
  if (!token.ok) return [token];
  const first = [token, ...(await version(client)), await runCheck('repository', () => repositoryIsThere(client))];
  if (first.some(({ ok }) => !ok)) return first;
  return [
    ...first,
    await runCheck('push branches', () => branchesMayBePushed(client)),
    await runCheck('open pull requests', () => pullRequestsMayBeOpened(client)),
    await runCheck('comment', () => commentsMayBeMade(client)),
    await runCheck('base branch', () => baseBranchIsThere(client)),
    ...(client.access.labels.length > 0 ? [await runOptionalCheck('labels', () => labelsAreThere(client))] : []),
    ...(client.access.reviewers.length > 0
      ? [await runOptionalCheck('reviewers', () => reviewersAreThere(client))]
      : []),
  ];
}

async function ownLogin(client: GiteaClient): Promise<string> {
  return (await client.ask(User, 'read its own account', { path: '/user' })).login;
}

/** Forgejo reports both versions in one: `11.0.1+gitea-1.22.0`. */
async function version(client: GiteaClient): Promise<HostCheck[]> {
  const answer = await client.attempt('read the version', { path: '/version' });
  const versionText = z.object({ version: z.string() }).safeParse(answer.json).data?.version;
  if (versionText === undefined) return [];
  const name = versionText.includes('+gitea') ? 'Forgejo' : 'Gitea';
  return [{ name: 'version', ok: true, detail: `${name} ${versionText}` }];
}

async function readRepository(client: GiteaClient): Promise<Repository> {
  return await client.ask(Repository, 'read the repository', { path: client.repository });
}

async function repositoryIsThere(client: GiteaClient): Promise<string> {
  const repository = await readRepository(client);
  const name = repository.full_name;
  if (repository.archived === true) throw missing(`${name} is archived. Unarchive it in its settings.`);
  if (repository.empty === true) throw missing(`${name} has no commits. Push the docs first.`);
  if (repository.mirror === true)
    throw missing(`${name} is a mirror, which accepts no pushes. Connect the repository that it mirrors.`);
  if (repository.has_pull_requests === false) {
    throw missing(`Pull requests are switched off in ${name}. Switch them on in its settings (Units, Pull Requests).`);
  }
  return `${name} is visible, and accepts pull requests.`;
}

async function branchesMayBePushed(client: GiteaClient): Promise<string> {
  const { permissions } = await readRepository(client);
  if (permissions?.push === false) {
    throw missing(
      `The token's account may read ${client.access.repository}, and not write to it. Make it a collaborator who may write.`,
    );
  }
  await refusedFor(client, 'push a branch', {
    path: `${client.repository}/branches`,
    // Uses the name of a branch, because a missing `old_ref_name` gives 500.
    body: { new_branch_name: absentPlace.branch, old_branch_name: absentPlace.from },
  });
  await noRuleProtects(client);
  return `Branches such as ${absentPlace.branch} may be pushed.`;
}

/**
 * Checks the branch rules. Only administrators may read them; for other accounts only a push shows whether it is
 * allowed. `*` does not match slashes, `**` matches any characters.
 */
async function noRuleProtects(client: GiteaClient): Promise<void> {
  const answer = await client.attempt('read the protected branches', {
    path: `${client.repository}/branch_protections`,
  });
  const login = await client.login();
  for (const rule of z.array(BranchRule).safeParse(answer.json).data ?? []) {
    const name = rule.rule_name ?? rule.branch_name ?? '';
    const isAbout =
      matches(absentPlace.branch, name.replaceAll('**', '*')) && (name.includes('**') || name.split('/').length === 2);
    const isListed = rule.push_whitelist_usernames?.includes(login) === true;
    const isOpen = rule.enable_push === true && (rule.enable_push_whitelist !== true || isListed);
    if (!isAbout || isOpen) continue;
    throw missing(
      `The rule "${name}" protects branches such as ${absentPlace.branch}, and does not let ${login} push. Narrow the rule ` +
        'in the settings (Branches), or let the account push there.',
    );
  }
}

async function pullRequestsMayBeOpened(client: GiteaClient): Promise<string> {
  const base = (await readRepository(client)).default_branch ?? 'main';
  const doing = 'open a pull request';
  // The expected refusal is "There are no changes between the head and the base"; when pull requests are disabled, the
  // address does not exist.
  const answer = await refusedFor(client, doing, {
    path: `${client.repository}/pulls`,
    body: { head: base, base, title: 'Check of permissions' },
  });
  if (answer.status === 404) throw await client.refusal(answer, doing);
  return 'Pull requests may be opened.';
}

async function commentsMayBeMade(client: GiteaClient): Promise<string> {
  // Editing an issue needs the same scope as commenting, and gives 404 for a missing one; commenting on it would give
  // 500.
  await refusedFor(client, 'comment', {
    method: 'PATCH',
    path: `${client.repository}/issues/${absentPlace.number}`,
    body: {},
  });
  return 'Pull requests may be commented on.';
}

/**
 * Sends a request that cannot succeed. Throws when it is refused for a missing permission; any other refusal is the
 * expected result.
 */
async function refusedFor(
  client: GiteaClient,
  doing: string,
  request: { method?: 'PATCH'; path: string; body: object },
): Promise<HostAnswer> {
  const answer = await client.attempt(doing, { method: 'POST', ...request });
  if (answer.status === 403 || answer.status === 405 || answer.status === 423)
    throw await client.refusal(answer, doing);
  return answer;
}

async function baseBranchIsThere(client: GiteaClient): Promise<string> {
  const base = (await readRepository(client)).default_branch;
  if (base == null || base === '') throw missing('The repository has no default branch. Push one.');
  const branch = await client.ask(Branch, 'read the base branch', { path: branchPath(client, base) });
  const rule =
    branch.protected === true
      ? 'is protected, which is fine: Copydesk changes it only by pull requests'
      : 'is not protected';
  return `The default branch ${base} ${rule}.`;
}

async function labelsAreThere(client: GiteaClient): Promise<string> {
  const labels = await idsOfLabels(client);
  if (labels.missing.length === 0) return `The labels ${client.access.labels.join(', ')} exist.`;
  throw missing(
    `There is no label ${labels.missing.join(', ')} in ${client.access.repository}. Create it, or correct the labels of the connection.`,
  );
}

async function reviewersAreThere(client: GiteaClient): Promise<string> {
  const doing = 'read who may review';
  const known = await client.ask(z.array(User), doing, { path: `${client.repository}/reviewers` });
  const names = new Set(known.map(({ login }) => login.toLowerCase()));
  const absent = client.access.reviewers.filter((name) => !names.has(name.toLowerCase()));
  if (absent.length === 0) return `Reviews can be asked of ${client.access.reviewers.join(', ')}.`;
  throw missing(
    `No review can be asked of ${absent.join(', ')} in ${client.access.repository}. Let them read it, or correct the reviewers of the connection.`,
  );
}
