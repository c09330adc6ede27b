import { refusals } from './github-faults.ts';
import type { GithubReply, GithubRequest } from './github-faults.ts';
import { headOf, isContained, isMergeableInGit } from './github-git.ts';
import { commentJson, pullJson, repositoryJson, userJson } from './github-json.ts';
import type { GithubAccount, GithubComment, GithubPull, GithubRepository } from './github-state.ts';

/** What a route of a repository receives. */
export interface Asked {
  request: GithubRequest;
  account: GithubAccount;
  repository: GithubRepository;
  /** The values of the path's parameters. */
  at: string[];
  apiUrl: string;
  now: () => string;
  nextId: () => number;
  nextNumber: () => number;
  /** Merges as a person does, with the webhook. */
  merge: (repository: GithubRepository, number: number) => Promise<void>;
  /** For `GET …/collaborators/{username}`. */
  accounts: GithubAccount[];
}

export interface Route {
  method: string;
  path: RegExp;
  /** One of these permissions is required; writes to an archived repository are refused. */
  needs: string[];
  answer: (asked: Asked) => GithubReply | Promise<GithubReply>;
}

/**
 * Paths below `/repos/{owner}/{repo}`, and the permissions from
 * https://docs.github.com/rest/authentication/permissions-required-for-fine-grained-personal-access-tokens
 */
export const routes: Route[] = [
  {
    method: 'GET',
    path: /^$/,
    needs: [],
    answer: ({ repository, account }) => ok(repositoryJson(repository, mayPush(repository, account))),
  },
  { method: 'GET', path: /^\/pulls$/, needs: ['pull_requests=read'], answer: listPulls },
  { method: 'POST', path: /^\/pulls$/, needs: ['pull_requests=write'], answer: openPull },
  {
    method: 'GET',
    path: /^\/pulls\/comments$/,
    needs: ['pull_requests=read'],
    answer: (asked) => listComments(asked, 'review-comment'),
  },
  { method: 'GET', path: /^\/pulls\/(\d+)$/, needs: ['pull_requests=read'], answer: readPull },
  {
    method: 'GET',
    path: /^\/pulls\/(\d+)\/comments$/,
    needs: ['pull_requests=read'],
    answer: (asked) => listComments(asked, 'review-comment'),
  },
  {
    method: 'GET',
    path: /^\/pulls\/(\d+)\/reviews$/,
    needs: ['pull_requests=read'],
    answer: (asked) => listComments(asked, 'review'),
  },
  { method: 'POST', path: /^\/pulls\/(\d+)\/comments\/(\d+)\/replies$/, needs: ['pull_requests=write'], answer: reply },
  {
    method: 'POST',
    path: /^\/pulls\/(\d+)\/requested_reviewers$/,
    needs: ['pull_requests=write'],
    answer: askForReview,
  },
  {
    method: 'GET',
    path: /^\/issues\/comments$/,
    needs: ['issues=read', 'pull_requests=read'],
    answer: (asked) => listComments(asked, 'issue'),
  },
  {
    method: 'GET',
    path: /^\/issues\/(\d+)\/comments$/,
    needs: ['issues=read', 'pull_requests=read'],
    answer: (asked) => listComments(asked, 'issue'),
  },
  {
    method: 'POST',
    path: /^\/issues\/(\d+)\/comments$/,
    needs: ['issues=write', 'pull_requests=write'],
    answer: comment,
  },
  {
    method: 'POST',
    path: /^\/issues\/(\d+)\/labels$/,
    needs: ['issues=write', 'pull_requests=write'],
    answer: addLabels,
  },
  {
    method: 'GET',
    path: /^\/labels\/(.+)$/,
    needs: [],
    answer: ({ repository, at }) => (repository.labels.has(at[0] ?? '') ? ok({ name: at[0] }) : refusals.notFound()),
  },
  { method: 'GET', path: /^\/collaborators\/([^/]+)\/permission$/, needs: [], answer: permission },
  {
    method: 'GET',
    path: /^\/collaborators\/([^/]+)$/,
    needs: [],
    answer: ({ repository, at }) => (repository.roles.has(at[0] ?? '') ? { status: 204 } : refusals.notFound()),
  },
  { method: 'GET', path: /^\/branches\/(.+)$/, needs: ['contents=read'], answer: readBranch },
  {
    method: 'POST',
    path: /^\/git\/refs$/,
    needs: ['contents=write'],
    answer: () => refusals.invalidText('Object does not exist'),
  },
  {
    method: 'GET',
    path: /^\/rules\/branches\/(.+)$/,
    needs: [],
    answer: ({ repository, at }) => ok(repository.rules.filter(({ prefix }) => at[0]?.startsWith(prefix) === true)),
  },
  {
    method: 'GET',
    path: /^\/rulesets\/(\d+)$/,
    needs: [],
    answer: ({ repository, at }) =>
      ok({
        id: Number(at[0]),
        current_user_can_bypass: repository.rules.find(({ ruleset_id: id }) => id === Number(at[0]))?.bypass ?? 'never',
      }),
  },
];

export function mayPush(repository: GithubRepository, { login, type }: GithubAccount): boolean {
  return type === 'Bot' || ['write', 'maintain', 'admin'].includes(repository.roles.get(login) ?? 'read');
}

function ok(body: unknown): GithubReply {
  return { status: 200, body };
}

async function presented(repository: GithubRepository, pull: GithubPull) {
  const head = pull.state === 'open' ? await headOf(repository, pull.headRef) : undefined;
  const mergeable = head === undefined ? null : await isMergeableInGit(repository, pull, head);
  return { ...pullJson(repository, pull, head ?? pull.headSha), mergeable };
}

async function listPulls({ request, repository }: Asked): Promise<GithubReply> {
  const { query } = request;
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const by = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const owner = repository.name.split('/')[0];
  const found = repository.pulls
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => head === null || head === `${owner}:${pull.headRef}`)
    .toSorted((one, other) => one[by].localeCompare(other[by]) || one.number - other.number);
  if ((query.get('direction') ?? 'desc') === 'desc') found.reverse();
  return ok(await Promise.all(page(found, query).map((pull) => presented(repository, pull))));
}

async function openPull(asked: Asked): Promise<GithubReply> {
  const { repository, account, request, now } = asked;
  const { title, head: headRef, base: baseRef, body, draft } = request.body;
  if (typeof title !== 'string' || typeof headRef !== 'string' || typeof baseRef !== 'string') {
    return refusals.invalid('PullRequest', { field: 'title', code: 'missing_field' });
  }
  const [head, base] = [await headOf(repository, headRef), await headOf(repository, baseRef)];
  if (base === undefined) return refusals.invalid('PullRequest', { field: 'base', code: 'invalid' });
  if (head === undefined) return refusals.invalid('PullRequest', { field: 'head', code: 'invalid' });
  const owner = repository.name.split('/')[0];
  if (repository.pulls.some((pull) => pull.state === 'open' && pull.headRef === headRef && pull.baseRef === baseRef)) {
    return refusals.invalid('PullRequest', {
      code: 'custom',
      message: `A pull request already exists for ${owner}:${headRef}.`,
    });
  }
  if (await isContained(repository, head, base)) {
    return refusals.invalid('PullRequest', { code: 'custom', message: `No commits between ${baseRef} and ${headRef}` });
  }
  if (draft === true && !repository.hasDrafts)
    return refusals.invalidText('Draft pull requests are not supported in this repository.');
  const time = now();
  const pull: GithubPull = {
    id: asked.nextId(),
    number: asked.nextNumber(),
    title,
    body: typeof body === 'string' ? body : null,
    state: 'open',
    draft: draft === true,
    headRef,
    headSha: head,
    baseRef,
    author: account,
    createdAt: time,
    updatedAt: time,
    closedAt: null,
    mergedAt: null,
    mergeCommit: null,
    labels: [],
    reviewers: [],
    teams: [],
  };
  repository.pulls.push(pull);
  return { status: 201, body: await presented(repository, pull) };
}

async function readPull(asked: Asked): Promise<GithubReply> {
  const pull = pullAt(asked);
  return pull === undefined ? refusals.notFound() : ok(await presented(asked.repository, pull));
}

function listComments({ request, repository, at, apiUrl }: Asked, kind: GithubComment['kind']): GithubReply {
  const found = repository.comments.filter(
    (one) => one.kind === kind && (at[0] === undefined || one.number === Number(at[0])),
  );
  const by = request.query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  found.sort((one, other) => one[by].localeCompare(other[by]) || one.id - other.id);
  if (request.query.get('direction') === 'desc') found.reverse();
  return ok(page(found, request.query).map((one) => commentJson(repository, one, apiUrl)));
}

function comment(asked: Asked): GithubReply {
  const number = Number(asked.at[0]);
  const { pulls, issues } = asked.repository;
  if (!issues.includes(number) && !pulls.some((pull) => pull.number === number)) return refusals.notFound();
  return written(asked, { kind: 'issue', number });
}

function reply(asked: Asked): GithubReply {
  const to = asked.repository.comments.find(({ id, kind }) => kind === 'review-comment' && id === Number(asked.at[1]));
  if (to === undefined || to.inReplyTo !== undefined) return refusals.notFound();
  const { path, line = null } = to;
  return written(asked, {
    kind: 'review-comment',
    number: to.number,
    inReplyTo: to.id,
    line,
    ...(path === undefined ? {} : { path }),
  });
}

function written(asked: Asked, what: Pick<GithubComment, 'kind' | 'number'> & Partial<GithubComment>): GithubReply {
  const { repository, account, request, apiUrl, now } = asked;
  const { body } = request.body;
  if (typeof body !== 'string' || body === '')
    return refusals.invalid('IssueComment', { field: 'body', code: 'missing_field' });
  if (body.length > 65_536)
    return refusals.invalid('IssueComment', {
      field: 'body',
      code: 'custom',
      message: 'body is too long (maximum is 65536 characters)',
    });
  const time = now();
  const made: GithubComment = { id: asked.nextId(), body, author: account, createdAt: time, updatedAt: time, ...what };
  repository.comments.push(made);
  return { status: 201, body: commentJson(repository, made, apiUrl) };
}

function addLabels(asked: Asked): GithubReply {
  const pull = pullAt(asked);
  const { labels } = asked.request.body;
  if (pull === undefined || !Array.isArray(labels)) return refusals.notFound();
  for (const label of labels.map(String)) {
    asked.repository.labels.add(label);
    if (!pull.labels.includes(label)) pull.labels.push(label);
  }
  return ok(pull.labels.map((name) => ({ name })));
}

async function askForReview(asked: Asked): Promise<GithubReply> {
  const { repository, request } = asked;
  const pull = pullAt(asked);
  if (pull === undefined) return refusals.notFound();
  const users = listOf(request.body.reviewers);
  const teams = listOf(request.body.team_reviewers);
  if (users.includes(pull.author.login))
    return refusals.invalidText('Review cannot be requested from pull request author.');
  if (users.some((user) => !repository.roles.has(user)) || teams.some((team) => !repository.teams.has(team))) {
    return refusals.invalidText(
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${repository.name} repository.`,
    );
  }
  pull.reviewers = [...new Set([...pull.reviewers, ...users])];
  pull.teams = [...new Set([...pull.teams, ...teams])];
  return { status: 201, body: await presented(repository, pull) };
}

const baseOf: Readonly<Record<string, string>> = { maintain: 'write', triage: 'read' };

/** `permission` is the base of the role: https://docs.github.com/rest/collaborators/collaborators */
function permission({ repository, at, accounts }: Asked): GithubReply {
  const login = at[0] ?? '';
  const role = repository.roles.get(login);
  if (role === undefined && !accounts.some((account) => account.login === login)) return refusals.notFound();
  const base = baseOf[role ?? ''] ?? role ?? (repository.private ? 'none' : 'read');
  return ok({ permission: base, role_name: role ?? base, user: userJson({ login, type: 'User' }) });
}

async function readBranch({ repository, at }: Asked): Promise<GithubReply> {
  const name = at[0] ?? '';
  const sha = await headOf(repository, name);
  return sha === undefined
    ? refusals.notFound()
    : ok({ name, commit: { sha }, protected: name === repository.defaultBranch });
}

function pullAt({ repository, at }: Asked): GithubPull | undefined {
  return repository.pulls.find(({ number }) => number === Number(at[0]));
}

function page<T>(all: T[], query: URLSearchParams): T[] {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return all.slice(from, from + size);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
