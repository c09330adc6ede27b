import { createPullRequest, editPullRequest, listedPullRequests } from './bitbucket-pulls.ts';
import { accountShown, commentShown, pullRequestShown, refused, statusShown } from './bitbucket-shown.ts';
import { addComment } from './bitbucket-state.ts';
import type { BitbucketScene, BitbucketState } from './bitbucket-state.ts';
import type { Answer, Asked } from './stand-in.ts';

/** Carries out a request, with Bitbucket's messages for refusals. */
export async function bitbucketRoutes(state: BitbucketState, asked: Asked, origin: string): Promise<Answer> {
  const token = tokenOf(state, asked.headers.authorization ?? '');
  const account = state.accounts.find(({ uuid }) => uuid === token?.uuid);
  if (!token || !account) {
    return refused(401, 'Token is invalid, expired, or not supported for this endpoint.');
  }
  const path = decodeURIComponent(asked.path);
  const required = neededScope(asked.method, path);
  if (!token.scopes.includes(required)) {
    const message = 'Your credentials lack one or more required privilege scopes.';
    const detail = { granted: token.scopes, required: [required] };
    return { status: 403, body: { type: 'error', error: { message, detail } } };
  }
  const scene = { state, asked, origin, account };
  if (path === `/workspaces/${state.path.replace('/', '/permissions/repositories/')}`) return permissions(scene);
  const [, repository = '', rest = ''] = /^\/repositories\/([^/]+\/[^/]+)(.*)$/.exec(path) ?? [];
  if (repository === state.formerPath) {
    const location = `${origin}/2.0${asked.path.replace(repository, state.path)}`;
    return { status: 301, headers: { location }, body: '' };
  }
  if (repository !== state.path || account.permission === 'none') {
    return refused(404, `Repository ${repository} not found`);
  }
  return await repositoryRoutes(scene, rest);
}

function tokenOf(state: BitbucketState, authorization: string) {
  const [, bearer] = /^Bearer (.+)$/.exec(authorization) ?? [];
  const basic = Buffer.from(/^Basic (.+)$/.exec(authorization)?.[1] ?? '', 'base64').toString();
  const [email, password] = basic.split(':');
  const found = state.tokens.get(bearer ?? password ?? '');
  return found?.email === (bearer === undefined ? email : undefined) ? found : undefined;
}

function neededScope(method: string, path: string): string {
  if (path.startsWith('/workspaces/')) return 'repository:admin';
  if (/\/pipelines(\/|$)/.test(path)) return 'pipeline';
  if (path.endsWith('/comments') || path.endsWith('/effective-default-reviewers')) return 'pullrequest';
  if (/\/pullrequests(\/|$)/.test(path)) return method === 'GET' ? 'pullrequest' : 'pullrequest:write';
  return method === 'GET' ? 'repository' : 'repository:write';
}

async function repositoryRoutes(scene: BitbucketScene, rest: string): Promise<Answer> {
  const { state, asked } = scene;
  const [, what = '', more = ''] = /^\/?([^/]*)(.*)$/.exec(rest) ?? [];
  switch (what) {
    case '':
      return {
        status: 200,
        body: {
          type: 'repository',
          full_name: state.path,
          mainbranch: state.mainBranch === undefined ? null : { type: 'branch', name: state.mainBranch },
        },
      };
    case 'refs':
      return await branches(scene, more);
    case 'commit':
      return commits(scene, more);
    case 'effective-default-reviewers':
      return paged(
        scene,
        state.accounts
          .filter(({ uuid }) => state.defaultReviewers.includes(uuid))
          .map((one) => ({ reviewer_type: 'repository', user: accountShown(one) })),
      );
    case 'pipelines':
      return pipelines(scene, more);
    case 'pullrequests':
      return await pullRequests(scene, more);
    default:
      return refused(404, `Not served: ${asked.path}`);
  }
}

function permissions({ state, asked }: BitbucketScene): Answer {
  const [, uuid] = /^user\.uuid="(.+)"$/.exec(asked.query.q ?? '') ?? [];
  const found = state.accounts.filter((one) => one.permission !== 'none' && (uuid ?? one.uuid) === one.uuid);
  const values = found.map((one) => ({ permission: one.permission, user: accountShown(one) }));
  return { status: 200, body: { pagelen: 10, values } };
}

async function branches({ state, asked }: BitbucketScene, more: string): Promise<Answer> {
  if (asked.method === 'POST') return refused(400, 'Could not find the target of the branch.');
  const name = more.replace('/branches/', '');
  const hash = await state.head(name);
  return hash === undefined
    ? refused(404, 'Branch not found')
    : { status: 200, body: { type: 'branch', name, target: { hash } } };
}

function commits(scene: BitbucketScene, more: string): Answer {
  const { state } = scene;
  const [, id = '', what = ''] = /^\/([^/]+)\/?(.*)$/.exec(more) ?? [];
  if (what === 'statuses') {
    return paged(
      scene,
      state.statuses.filter(({ commit }) => commit === id).map((status) => statusShown(scene, status)),
    );
  }
  if (what === 'pullrequests') {
    const ids = state.indexed.get(id);
    return ids === undefined ? refused(404, 'Pull request links are not indexed') : paged(scene, ids.map(named));
  }
  const hash = [...state.commits].find((one) => one.startsWith(id));
  return hash === undefined ? refused(404, 'Commit not found') : { status: 200, body: { type: 'commit', hash } };
}

function named(id: number): object {
  return { type: 'pullrequest', id };
}

function pipelines(scene: BitbucketScene, more: string): Answer {
  const { state } = scene;
  if (more === '') {
    const shown = state.pipelines.map(({ uuid, number }) => ({ type: 'pipeline', uuid, build_number: number }));
    return paged(scene, shown.toReversed());
  }
  const [, uuid, step] = /^\/([^/]+)\/steps(?:\/([^/]+)\/log)?$/.exec(more) ?? [];
  const found = state.pipelines.find((one) => one.uuid === uuid);
  if (!found) return refused(404, 'Pipeline not found');
  if (step === undefined) {
    const shown = found.steps.map((one) => ({ uuid: one.uuid, state: { result: { name: one.result } } }));
    return paged(scene, shown);
  }
  const log = found.steps.find((one) => one.uuid === step)?.log;
  return log === undefined ? refused(404, 'Log not found') : { status: 200, body: log };
}

async function pullRequests(scene: BitbucketScene, more: string): Promise<Answer> {
  const { state, asked } = scene;
  if (more === '/activity') return paged(scene, activity(scene));
  if (more === '') {
    if (asked.method === 'POST') return await createPullRequest(scene);
    return paged(scene, await Promise.all(listedPullRequests(scene).map((one) => pullRequestShown(scene, one))));
  }
  const [, id, rest = ''] = /^\/(\d+)(.*)$/.exec(more) ?? [];
  const found = state.pullRequests.find((one) => one.id === Number(id));
  if (!found) return refused(404, 'Pull request not found');
  if (rest === '/comments') return comments(scene, found.id);
  if (asked.method === 'PUT') editPullRequest(scene, found);
  const reviewers = state.accounts.filter(({ uuid }) => found.reviewers.includes(uuid)).map(accountShown);
  return { status: 200, body: { ...(await pullRequestShown(scene, found)), reviewers } };
}

/** The newest comes first. */
function activity(scene: BitbucketScene): object[] {
  const { state } = scene;
  const entries = [
    ...state.comments.map((one) => ({
      at: one.createdAt,
      entry: { comment: commentShown(scene, one), pull_request: named(one.pullRequest) },
    })),
    ...state.pullRequests.map((one) => ({
      at: one.createdAt,
      entry: { update: { state: 'OPEN', date: one.createdAt.toISOString() }, pull_request: named(one.id) },
    })),
  ];
  return entries.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map(({ entry }) => entry);
}

function comments(scene: BitbucketScene, on: number): Answer {
  const { state, asked, account } = scene;
  if (asked.method === 'POST') {
    const { content, parent } = asked.body as { content: { raw: string }; parent?: { id: number } };
    if (parent && !state.comments.some(({ id }) => id === parent.id)) return refused(400, 'Parent comment not found');
    const said = { on, author: account.uuid, body: content.raw, parent: parent?.id };
    return { status: 201, body: commentShown(scene, addComment(state, said)) };
  }
  const found = state.comments.filter(({ pullRequest }) => pullRequest === on);
  const shown = found.map((one) => commentShown(scene, one));
  return paged(scene, asked.query.sort === '-created_on' ? shown.toReversed() : shown);
}

/** The address of the next page is always that of the real API. */
function paged({ asked }: BitbucketScene, all: object[]): Answer {
  const [page, pagelen] = [Number(asked.query.page ?? 1), Number(asked.query.pagelen ?? 10)];
  const values = all.slice((page - 1) * pagelen, page * pagelen);
  const query = new URLSearchParams({ ...asked.query, page: String(page + 1) });
  const next = `https://api.bitbucket.org/2.0${asked.path}?${query.toString()}`;
  return { status: 200, body: { pagelen, page, values, ...(page * pagelen < all.length && { next }) } };
}
