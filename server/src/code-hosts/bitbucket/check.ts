import { z } from 'zod';
import type { HostCheck } from '../code-host.ts';
import { missing, runCheck, runOptionalCheck } from '../run-check.ts';
import { branchPath } from './client.ts';
import type { BitbucketClient } from './client.ts';
import { permissionsOf } from './people.ts';
import { configuredReviewers } from './reviewers.ts';
import { Branch, PullRequest, Repository } from './shapes.ts';

const Page = z.object({ values: z.array(z.unknown()) });

/** A branch and a commit that do not exist. */
const absentPlace = { branch: 'copydesk/check', commit: '0000000000000000000000000000000000000001' };

/**
 * Tests what Copydesk needs. A token does not reveal its scopes, so each is tested by a request that needs it. A request
 * that would leave something behind is built so that Bitbucket refuses it for another reason once the scope is there.
 */
export async function check(client: BitbucketClient): Promise<HostCheck[]> {
  const { labels, reviewers } = client.access;
  const token = await runCheck('token', () => tokenIsGood(client));
  if (!token.ok) return [token];
  const repository = await runCheck('repository', () => repositoryIsThere(client));
  if (!repository.ok) return [token, repository];
  return [
    token,
    repository,
    await runCheck('push branches', () => branchesMayBePushed(client)),
    await runCheck('open pull requests', () => pullRequestsMayBeOpened(client)),
    await runCheck('base branch', () => baseBranchIsThere(client)),
    await runOptionalCheck('work by comments', () => writersAreKnown(client)),
    await runOptionalCheck('logs', () => logsMayBeRead(client)),
    ...(labels.length > 0 ? [await runOptionalCheck('labels', () => Promise.reject(noLabels(labels)))] : []),
    ...(reviewers.length > 0 ? [await runOptionalCheck('reviewers', () => reviewersAreClear(reviewers))] : []),
  ];
}

/** An access token may not ask for its own account, so the repository is read instead. */
async function tokenIsGood(client: BitbucketClient): Promise<string> {
  await client.attempt('read the repository', { path: client.repository });
  return 'Bitbucket accepts it.';
}

async function readRepository(client: BitbucketClient): Promise<Repository> {
  return await client.ask(Repository, 'read the repository', { path: client.repository });
}

async function repositoryIsThere(client: BitbucketClient): Promise<string> {
  const { full_name: name, mainbranch } = await readRepository(client);
  if (mainbranch == null) throw missing(`${name} has no commits. Push the docs first.`);
  return `${name} is visible.`;
}

async function branchesMayBePushed(client: BitbucketClient): Promise<string> {
  const doing = 'push a branch';
  const path = `${client.repository}/refs/branches`;
  const body = { name: absentPlace.branch, target: { hash: absentPlace.commit } };
  const answer = await client.attempt(doing, { method: 'POST', path, body });
  if (answer.status === 403) throw await client.refusal(answer, doing);
  return `Branches such as ${absentPlace.branch} may be pushed.`;
}

async function pullRequestsMayBeOpened(client: BitbucketClient): Promise<string> {
  const doing = 'open a pull request';
  const path = `${client.repository}/pullrequests`;
  await client.ask(Page, 'read pull requests', { path, query: { pagelen: 1 } });
  const branch = { name: (await readRepository(client)).mainbranch?.name ?? 'main' };
  const body = { title: 'Check of permissions', source: { branch }, destination: { branch } };
  const answer = await client.attempt(doing, { method: 'POST', path, body });
  if (answer.status === 403) throw await client.refusal(answer, doing);
  const made = PullRequest.safeParse(answer.json).data;
  if (answer.status < 300 && made) {
    await client.attempt('decline a pull request', { method: 'POST', path: `${path}/${made.id}/decline`, body: {} });
  }
  return 'Pull requests may be opened, and commented on.';
}

async function baseBranchIsThere(client: BitbucketClient): Promise<string> {
  const name = (await readRepository(client)).mainbranch?.name ?? '';
  await client.ask(Branch, 'read the base branch', { path: branchPath(client, name) });
  return `The main branch is ${name}.`;
}

async function writersAreKnown(client: BitbucketClient): Promise<string> {
  await permissionsOf(client, { pagelen: 1 });
  return 'Who may write, and so may give work by comments, can be read.';
}

async function logsMayBeRead(client: BitbucketClient): Promise<string> {
  const path = `${client.repository}/pipelines`;
  const answer = await client.attempt('read pipelines', { path, query: { pagelen: 1 } });
  if (answer.status < 400) return 'The logs of pipelines can be read.';
  throw missing(
    `Bitbucket does not show the pipelines of ${client.access.repository}, so a model does not see why one failed. ` +
      'Give the token Pipelines: Read, if the repository has any.',
  );
}

function noLabels(labels: readonly string[]): Error {
  return missing(`Bitbucket has no labels: ${labels.join(', ')} cannot be set. Remove them from the connection.`);
}

async function reviewersAreClear(names: readonly string[]): Promise<string> {
  const { unclear } = configuredReviewers(names);
  if (unclear.length === 0) return await Promise.resolve(`Reviews are asked of ${names.join(', ')}.`);
  throw missing(
    `Nicknames are not unique at Bitbucket, so no review is asked of ${unclear.join(', ')}. Give each reviewer by UUID ` +
      'with its braces, or by account id.',
  );
}
