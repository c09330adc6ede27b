import { z } from 'zod';
import type { HostCheck } from '../code-host.ts';
import { matches } from '../branch-rule.ts';
import { expiryText, missing, runCheck, runOptionalCheck } from '../run-check.ts';
import type { GitLabClient } from './client.ts';
import { accessLevelOf, developer, userOf } from './reviewers.ts';
import { Branch, MergeRequest, OwnToken, Project } from './shapes.ts';

/** A branch and a commit that do not exist. */
const absentPlace = { branch: 'copydesk/check', commit: '0000000000000000000000000000000000000001' };

/**
 * Tests what Copydesk needs. A request that would leave something behind is built so that GitLab refuses it for another
 * reason once the permission exists: GitLab checks the permission first.
 */
export async function check(client: GitLabClient): Promise<HostCheck[]> {
  const token = await runCheck('token', () => tokenIsGood(client));
  if (!token.ok) return [token];
  const { version, isReported } = await versionOf(client);
  const repository = await runCheck('repository', () => projectIsThere(client));
  const first = [token, ...(isReported ? [version] : []), repository];
  if (!repository.ok) return first;
  return [
    ...first,
    await runCheck('push branches', () => branchesMayBePushed(client)),
    await runCheck('open merge requests', () => mergeRequestsMayBeOpened(client)),
    await runCheck('base branch', () => baseBranchIsThere(client)),
    await runOptionalCheck('checks', () => pipelinesMayBeRead(client)),
    ...(client.access.reviewers.length > 0
      ? [await runOptionalCheck('reviewers', () => reviewersAreThere(client))]
      : []),
  ];
}

async function tokenIsGood(client: GitLabClient): Promise<string> {
  const doing = 'read its own token';
  const answer = await client.attempt(doing, { path: '/personal_access_tokens/self' });
  const token = OwnToken.safeParse(answer.json).data;
  const login = await client.login();
  // GitLab reports nothing about tokens of other kinds, nor do versions before 15.5.
  if (answer.status >= 400 || token === undefined) return `GitLab accepts the token for ${login}.`;
  const scopes = token.scopes.length === 0 ? 'none' : token.scopes.join(', ');
  if (!token.scopes.includes('api')) {
    throw missing(
      `The token "${token.name}" of ${login} has the scopes ${scopes}, and needs api: nothing less may open merge ` +
        'requests and comment. Make a new token with the scope api, and connect the project again.',
    );
  }
  const ends = expiryText(token.expires_at, client.access.now());
  return `The token "${token.name}" is valid for ${login}, with the scopes ${scopes}.${ends}`;
}

async function versionOf(client: GitLabClient): Promise<{ version: HostCheck; isReported: boolean }> {
  const answer = await client.attempt('read the version', { path: '/metadata' });
  const versionNumber = z.object({ version: z.string() }).safeParse(answer.json).data?.version;
  const version = { name: 'version', ok: true, detail: `GitLab ${versionNumber}` };
  return { version, isReported: answer.status < 400 && versionNumber !== undefined };
}

async function readProject(client: GitLabClient): Promise<Project> {
  return await client.ask(Project, 'read the project', { path: client.project });
}

async function projectIsThere(client: GitLabClient): Promise<string> {
  const project = await readProject(client);
  const name = project.path_with_namespace;
  if (project.archived === true)
    throw missing(`${name} is archived. Unarchive it in its settings (General, Advanced).`);
  if (project.empty_repo === true) throw missing(`${name} has no commits. Push the docs first.`);
  if (project.merge_requests_enabled === false) {
    throw missing(
      `Merge requests are switched off in ${name}. Switch them on in its settings (General, Visibility, project features, permissions).`,
    );
  }
  return `${name} is visible, and accepts merge requests.`;
}

async function branchesMayBePushed(client: GitLabClient): Promise<string> {
  const { permissions } = await readProject(client);
  const levels = [permissions?.project_access?.access_level, permissions?.group_access?.access_level];
  const known = levels.filter((level) => level !== undefined);
  if (known.length > 0 && Math.max(...known) < developer) {
    throw missing(
      `The token's account has the access level ${Math.max(...known)} in ${client.access.repository}, and needs at ` +
        `least ${developer} (Developer) to push branches. Give it that role, or make the token with it.`,
    );
  }
  await refusedFor(client, 'push a branch', {
    path: `${client.project}/repository/branches`,
    body: { branch: absentPlace.branch, ref: absentPlace.commit },
  });
  await noRuleProtects(client);
  return `Branches such as ${absentPlace.branch} may be pushed.`;
}

/**
 * Checks the branch rules. Rules such as `*` also protect the branches of Copydesk. For an account that may not read
 * the rules, only a push shows whether it is allowed.
 */
async function noRuleProtects(client: GitLabClient): Promise<void> {
  const answer = await client.attempt('read the protected branches', { path: `${client.project}/protected_branches` });
  const Rule = z.object({
    name: z.string(),
    push_access_levels: z.array(z.object({ access_level: z.int().nullish() })),
  });
  for (const { name, push_access_levels: levels } of z.array(Rule).safeParse(answer.json).data ?? []) {
    const isOpen = levels.some(({ access_level: level }) => level != null && level > 0 && level <= developer);
    if (isOpen || !matches(absentPlace.branch, name)) continue;
    throw missing(
      `The rule "${name}" protects branches such as ${absentPlace.branch}, and does not let Developers push. Narrow the ` +
        'rule in the settings (Repository, Protected branches), or let Developers push there.',
    );
  }
}

async function mergeRequestsMayBeOpened(client: GitLabClient): Promise<string> {
  const base = (await readProject(client)).default_branch ?? 'main';
  // "You can't use same project/branch for source and target"
  await refusedFor(client, 'open a merge request', {
    path: `${client.project}/merge_requests`,
    body: { source_branch: base, target_branch: base, title: 'Check of permissions' },
  });
  return 'Merge requests may be opened, and commented on.';
}

/**
 * Sends a request that cannot succeed. Throws when it is refused for a missing permission; any other refusal is the
 * expected result.
 */
async function refusedFor(client: GitLabClient, doing: string, request: { path: string; body: object }): Promise<void> {
  const answer = await client.attempt(doing, { method: 'POST', ...request });
  if (answer.status === 403 || answer.status === 404 || answer.status === 405)
    throw await client.refusal(answer, doing);
  const made = MergeRequest.safeParse(answer.json).data;
  if (answer.status < 300 && made) {
    const path = `${client.project}/merge_requests/${made.iid}`;
    await client.attempt('close a merge request', { method: 'PUT', path, body: { state_event: 'close' } });
  }
}

async function baseBranchIsThere(client: GitLabClient): Promise<string> {
  const base = (await readProject(client)).default_branch;
  if (base == null) throw missing('The project has no default branch. Push one.');
  const path = `${client.project}/repository/branches/${encodeURIComponent(base)}`;
  const branch = await client.ask(Branch, 'read the base branch', { path });
  const rule =
    branch.protected === true
      ? 'is protected, which is fine: Copydesk changes it only by merge requests'
      : 'is not protected';
  return `The default branch ${base} ${rule}.`;
}

async function pipelinesMayBeRead(client: GitLabClient): Promise<string> {
  const answer = await client.attempt('read pipelines', {
    path: `${client.project}/pipelines`,
    query: { per_page: 1 },
  });
  if (answer.status < 400) return 'What pipelines say of a commit can be read.';
  throw missing(
    `GitLab does not show the pipelines of ${client.access.repository}, so failed jobs go unseen. Enable CI/CD in its ` +
      "settings (General, Visibility, project features, permissions), if it has any, and let the token's account see it.",
  );
}

async function reviewersAreThere(client: GitLabClient): Promise<string> {
  for (const name of client.access.reviewers) {
    const user = await userOf(client, name);
    if (!user)
      throw missing(`GitLab knows no account ${name}, who is to review. Correct the reviewers of the connection.`);
    if ((await accessLevelOf(client, user)) > 0) continue;
    throw missing(`${name}, who is to review, is no member of ${client.access.repository}. Make them one.`);
  }
  return `Reviews can be asked of ${client.access.reviewers.join(', ')}.`;
}
