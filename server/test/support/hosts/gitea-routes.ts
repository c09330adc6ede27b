import { addComment } from './gitea-state.ts';
import type { GiteaComment, GiteaLine, GiteaReview, GiteaState, GiteaUser, Scene } from './gitea-state.ts';
import { actionRoutes, statusesOf } from './gitea-actions.ts';
import { mergePullRequest, notFound, pullOfCommit } from './gitea-merge.ts';
import { createPullRequest, editPullRequest, listPullRequests, pullRequestShown } from './gitea-pulls.ts';
import { pageOf } from './stand-in.ts';
import type { Answer, Asked } from './stand-in.ts';

/** Carries out a request, with Gitea's messages for refusals. */
export async function giteaRoutes(state: GiteaState, asked: Asked, origin: string): Promise<Answer> {
  if (asked.path === '/version') return { status: 200, body: { version: state.version } };
  const token = state.tokens.get((asked.headers.authorization ?? '').replace(/^token /, ''));
  const user = state.users.find(({ login }) => login === token?.login);
  if (!token || !user) return { status: 401, body: { message: 'user does not exist [uid: 0, name: ]', url: '' } };
  const scope = neededScope(asked);
  if (!token.scopes.includes(scope) && !token.scopes.includes(scope.replace('read:', 'write:'))) {
    const message = `token does not have at least one of required scope(s), required=[${scope}], token scope=${token.scopes.join(',')}`;
    return { status: 403, body: { message, url: `${origin}/api/swagger` } };
  }
  const scene = { state, asked, origin, user };
  if (asked.path === '/user') return { status: 200, body: userShown(user) };
  if (asked.path === `/orgs/${state.path.split('/')[0]}/labels`) return { status: 200, body: state.labelsOfOwner };
  const [, owner, name, rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(.*)$/.exec(asked.path) ?? [];
  const path = `${owner}/${name}`;
  if (state.formerPath === path) {
    const location = asked.path.replace(path, state.path);
    return { status: 301, headers: { location: `/api/v1${location}` }, body: '' };
  }
  if (path !== state.path || user.permission === 'none') return notFound;
  if (asked.method !== 'GET' && state.archived) return { status: 423, body: { message: `${state.path} is archived` } };
  return await repositoryRoutes(scene, rest);
}

function neededScope({ method, path }: Asked): string {
  const level = method === 'GET' ? 'read' : 'write';
  if (path === '/user') return 'read:user';
  if (path.startsWith('/orgs/')) return 'read:repository';
  return /^\/repos\/[^/]+\/[^/]+\/(issues|labels)/.test(path) ? `${level}:issue` : `${level}:repository`;
}

async function repositoryRoutes(scene: Scene, rest: string): Promise<Answer> {
  const { state, asked } = scene;
  const [, what = '', more = ''] = /^\/?([^/]*)(.*)$/.exec(rest) ?? [];
  switch (what) {
    case '':
      return { status: 200, body: repositoryShown(scene) };
    case 'branches':
      return await branch(scene, decodeURIComponent(more.slice(1)));
    case 'branch_protections':
      return mayAdminister(scene.user) ? { status: 200, body: state.protections } : forbidden;
    case 'collaborators':
      return permission(scene, more);
    case 'assignees':
      return { status: 200, body: state.users.filter(mayPush).map(userShown) };
    case 'reviewers':
      return { status: 200, body: state.users.filter((one) => one.permission !== 'none').map(userShown) };
    case 'labels':
      return paged(scene, state.labels);
    case 'commits':
      return (await pullOfCommit(scene, more)) ?? paged(scene, statusesOf(state.automation, more));
    case 'actions':
      return actionRoutes(scene, more) ?? notFound;
    case 'git':
      return pullRef(state, more);
    case 'issues':
      return issueRoutes(scene, more);
    case 'pulls':
      return state.hasPullRequests ? await pullRoutes(scene, more) : notFound;
    default:
      return { ...notFound, body: { message: `Not served: ${asked.path}` } };
  }
}

const forbidden: Answer = {
  status: 403,
  body: { message: 'user should be an owner or a collaborator with admin write of a repository' },
};

export function mayPush({ permission: has }: GiteaUser): boolean {
  return has === 'write' || mayAdminister({ permission: has });
}

function mayAdminister({ permission: has }: Pick<GiteaUser, 'permission'>): boolean {
  return has === 'admin' || has === 'owner';
}

async function branch({ state, asked, user }: Scene, name: string): Promise<Answer> {
  if (asked.method === 'POST') {
    if (!mayPush(user))
      return { status: 403, body: { message: 'user should have a permission to write to the target branch' } };
    // Gitea checks only for branches whether they exist (routers/api/v1/repo/branch.go).
    if ((asked.body as { old_ref_name?: string }).old_ref_name !== undefined) return { status: 500, body: '' };
    return { status: 404, body: { message: 'The old branch does not exist' } };
  }
  const id = await state.head(name);
  if (id === undefined) return notFound;
  return { status: 200, body: { name, protected: name === state.defaultBranch, commit: { id } } };
}

/** Only administrators may ask about other users. */
function permission({ state, user }: Scene, more: string): Answer {
  const login = decodeURIComponent(/^\/([^/]+)\/permission$/.exec(more)?.[1] ?? '');
  if (!mayAdminister(user) && login !== user.login) {
    const message =
      'Only admins can query all permissions, repo admins can query all repo permissions, collaborators can query only their own';
    return { status: 403, body: { message } };
  }
  const found = state.users.find((one) => one.login === login);
  if (!found) return notFound;
  return { status: 200, body: { permission: found.permission, role_name: found.permission, user: userShown(found) } };
}

function pullRef(state: GiteaState, more: string): Answer {
  const number = /^\/refs\/pull\/(\d+)\/head$/.exec(more)?.[1];
  const sha = state.pullRequests.find((one) => one.number === Number(number))?.endedWith;
  if (sha === undefined) return notFound;
  return { status: 200, body: [{ ref: `refs/pull/${number}/head`, object: { type: 'commit', sha } }] };
}

function issueRoutes(scene: Scene, more: string): Answer {
  const { state, asked, user } = scene;
  if (more === '/comments') {
    const { since } = asked.query;
    const found = state.comments.filter(
      ({ createdAt }) => since === undefined || createdAt.getTime() >= Date.parse(since),
    );
    return paged(
      scene,
      found.map((comment) => commentShown(scene, comment)),
    );
  }
  const number = Number(/^\/(\d+)\/comments$/.exec(more)?.[1]);
  if (!state.pullRequests.some((one) => one.number === number)) {
    // Gitea does not handle a comment on something that does not exist (routers/api/v1/repo/issue_comment.go).
    return asked.method === 'POST' ? { status: 500, body: '' } : notFound;
  }
  if (asked.method === 'POST') {
    const { body } = asked.body as { body: string };
    return { status: 201, body: commentShown(scene, addComment(state, { on: number, author: user.login, body })) };
  }
  const found = state.comments.filter(({ issue }) => issue === number);
  return { status: 200, body: found.map((comment) => commentShown(scene, comment)) };
}

async function pullRoutes(scene: Scene, more: string): Promise<Answer> {
  const { state, asked } = scene;
  if (more === '') {
    if (asked.method === 'POST') return await createPullRequest(scene);
    return paged(scene, await Promise.all(listPullRequests(scene).map((one) => pullRequestShown(scene, one))));
  }
  const [, number, rest = ''] = /^\/(\d+)(.*)$/.exec(more) ?? [];
  const found = state.pullRequests.find((one) => one.number === Number(number));
  if (!found) return notFound;
  if (rest === '/requested_reviewers') return reviewers(scene, found.reviewers);
  if (rest.startsWith('/reviews')) return reviews(scene, found.number, rest);
  if (rest === '/merge') return await mergePullRequest(scene, found);
  if (asked.method === 'PATCH') editPullRequest(scene, found);
  return { status: asked.method === 'PATCH' ? 201 : 200, body: await pullRequestShown(scene, found) };
}

function reviewers({ state, asked, user }: Scene, asking: string[]): Answer {
  const { reviewers: names } = asked.body as { reviewers: string[] };
  for (const name of names) {
    if (!state.users.some(({ login }) => login === name))
      return { status: 404, body: { message: `user '${name}' not exist` } };
    if (name === user.login) return { status: 422, body: { message: "poster of pr can't be reviewer" } };
    if (!asking.includes(name)) asking.push(name);
  }
  return { status: 201, body: [] };
}

function reviews(scene: Scene, number: number, rest: string): Answer {
  const { state, origin } = scene;
  const link = `${origin}/${state.path}/pulls/${number}`;
  const account = (login: string): object =>
    userShown(state.users.find((one) => one.login === login) ?? { id: 99, login });
  const id = /^\/reviews\/(\d+)\/comments$/.exec(rest)?.[1];
  if (id === undefined) {
    const shown = (review: GiteaReview): object => ({
      id: review.id,
      state: review.state,
      body: review.body,
      user: account(review.author),
      commit_id: review.commit,
      html_url: `${link}#issuecomment-${review.id}`,
      submitted_at: review.begunAt.toISOString(),
      updated_at: review.givenAt.toISOString(),
      comments_count: review.lines.length,
    });
    return paged(scene, state.reviews.filter(({ pullRequest }) => pullRequest === number).map(shown));
  }
  const review = state.reviews.find((one) => one.id === Number(id));
  if (!review) return notFound;
  const shown = (line: GiteaLine): object => ({
    id: line.id,
    path: line.path,
    position: line.position,
    original_position: 0,
    diff_hunk: line.diffHunk,
    body: line.body,
    user: account(line.author),
    html_url: `${link}#issuecomment-${line.id}`,
    created_at: line.createdAt.toISOString(),
  });
  // Gitea returns them in no fixed order.
  return { status: 200, body: review.lines.toReversed().map(shown) };
}

function paged(scene: Scene, all: object[]): Answer {
  const [page, size] = [Number(scene.asked.query.page ?? 1), Math.min(50, Number(scene.asked.query.limit ?? 30))];
  const { items, link } = pageOf(all, { page, size, url: `${scene.origin}/api/v1${scene.asked.path}` });
  return {
    status: 200,
    body: items,
    headers: { 'x-total-count': String(all.length), ...(link !== undefined && { link }) },
  };
}

function repositoryShown({ state, user }: Scene): object {
  return {
    id: state.id,
    full_name: state.path,
    default_branch: state.defaultBranch,
    archived: state.archived,
    empty: false,
    mirror: state.mirror,
    has_pull_requests: state.hasPullRequests,
    allow_merge_commits: state.mergeMethods.includes('merge'),
    allow_squash_merge: state.mergeMethods.includes('squash'),
    allow_rebase: state.mergeMethods.includes('rebase'),
    allow_rebase_explicit: state.mergeMethods.includes('rebase-merge'),
    allow_fast_forward_only_merge: state.mergeMethods.includes('fast-forward-only'),
    permissions: { admin: mayAdminister(user), push: mayPush(user), pull: true },
  };
}

function commentShown({ state, origin }: Scene, { id, issue, author, body, createdAt }: GiteaComment): object {
  const isPull = state.pullRequests.some(({ number }) => number === issue);
  const link = `${origin}/${state.path}/${isPull ? 'pulls' : 'issues'}/${issue}`;
  return {
    id,
    body,
    user: userShown(state.users.find(({ login }) => login === author) ?? { id: 99, login: author }),
    html_url: `${link}#issuecomment-${id}`,
    pull_request_url: isPull ? link : '',
    issue_url: isPull ? '' : link,
    created_at: createdAt.toISOString(),
    updated_at: createdAt.toISOString(),
  };
}

function userShown({ id, login }: Pick<GiteaUser, 'id' | 'login'>): object {
  return { id, login, username: login, full_name: '' };
}
