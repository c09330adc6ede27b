import { accept, mergeFields } from './gitlab-merge.ts';
import { addNote } from './gitlab-state.ts';
import type { GitLabMergeRequest, GitLabNote, GitLabState, GitLabToken, GitLabUser } from './gitlab-state.ts';
import { automationRoutes } from './gitlab-pipelines.ts';
import { pageOf } from './stand-in.ts';
import type { Answer, Asked } from './stand-in.ts';

/** What carrying out a request needs. */
interface Scene {
  state: GitLabState;
  asked: Asked;
  origin: string;
  token: GitLabToken;
  user: GitLabUser;
  /** The rest of the path after the project. */
  rest: string;
}

/** Carries out a request as https://docs.gitlab.com/api/rest/ says, with GitLab's messages for refusals. */
export async function gitlabRoutes(state: GitLabState, asked: Asked, origin: () => string): Promise<Answer> {
  const value = String(asked.headers['private-token'] ?? '');
  const token = state.tokens.get(value);
  if (!token) return { status: 401, body: { message: '401 Unauthorized' } };
  const user = state.users.find(({ username }) => username === token.username);
  if (!user) return { status: 401, body: { message: '401 Unauthorized' } };
  if (!token.scopes.includes('api') && (asked.method !== 'GET' || !token.scopes.includes('read_api'))) {
    const description = 'The request requires higher privileges than provided by the access token.';
    const body = { error: 'insufficient_scope', error_description: description, scope: 'api' };
    if (asked.path !== '/personal_access_tokens/self') return { status: 403, body };
  }
  const scene = { state, asked, origin: origin(), token, user, rest: '' };
  const inside = /^\/projects\/([^/]+)(.*)$/.exec(asked.path);
  return inside ? await projectRoutes(scene, decodeURIComponent(inside[1] ?? ''), inside[2] ?? '') : general(scene);
}

function general({ state, asked, token, user }: Scene): Answer {
  switch (asked.path) {
    case '/user':
      return { status: 200, body: { id: user.id, username: user.username, name: user.username } };
    case '/metadata':
      return { status: 200, body: { version: state.version, revision: '0000000' } };
    case '/personal_access_tokens/self': {
      const { scopes, expiresAt: expires_at } = token;
      return { status: 200, body: { id: 1, name: 'copydesk', revoked: false, active: true, scopes, expires_at } };
    }
    case '/users': {
      const found = state.users.filter(({ username }) => username === asked.query.username);
      return { status: 200, body: found.map(({ id, username }) => ({ id, username, name: username })) };
    }
    default:
      return { status: 404, body: { error: '404 Not Found' } };
  }
}

async function projectRoutes(scene: Scene, id: string, rest: string): Promise<Answer> {
  const { state, asked, origin, user } = scene;
  if (state.formerPath !== undefined && id === state.formerPath) {
    if (asked.method !== 'GET') {
      return { status: 405, body: { message: 'Non GET methods are not allowed for moved projects' } };
    }
    return { status: 302, headers: { location: `${origin}/api/v4/projects/${state.id}${rest}` }, body: '' };
  }
  if ((id !== state.path && id !== String(state.id)) || user.accessLevel === 0) {
    return { status: 404, body: { message: '404 Project Not Found' } };
  }
  if (asked.method !== 'GET' && (state.archived || user.accessLevel < 30)) {
    return { status: 403, body: { message: '403 Forbidden' } };
  }
  const inside = { ...scene, rest };
  const automated = automationRoutes(state.automation, asked, rest);
  if (automated !== undefined) return Array.isArray(automated) ? listed(inside, automated) : automated;
  const [, what = '', more = ''] = /^\/?([^/]*)(.*)$/.exec(rest) ?? [];
  if (what === '') return project(inside);
  if (what === 'members') return member(inside, more);
  if (what === 'protected_branches') return { status: 200, body: state.protectedBranches };
  if (what === 'repository') return (await ofCommit(inside, more)) ?? (await branch(inside, more));
  if (what === 'merge_requests') return await mergeRequestRoutes(inside, more);
  return { status: 404, body: { error: '404 Not Found' } };
}

function project({ state, user }: Scene): Answer {
  const body = {
    id: state.id,
    path_with_namespace: state.path,
    default_branch: state.defaultBranch,
    archived: state.archived,
    empty_repo: false,
    merge_requests_enabled: state.mergeRequestsEnabled,
    permissions: { project_access: { access_level: user.accessLevel, notification_level: 3 }, group_access: null },
  };
  return { status: 200, body };
}

function member({ state }: Scene, more: string): Answer {
  const found = state.users.find(({ id, accessLevel }) => more === `/all/${id}` && accessLevel > 0);
  if (!found) return { status: 404, body: { message: '404 Not found' } };
  const { id, username, accessLevel: access_level } = found;
  return { status: 200, body: { id, username, access_level, state: 'active' } };
}

/** https://docs.gitlab.com/api/commits/#list-merge-requests-associated-with-a-commit */
async function ofCommit(scene: Scene, more: string): Promise<Answer | undefined> {
  const commit = /^\/commits\/([0-9a-f]{40})\/merge_requests$/.exec(more)?.[1];
  if (commit === undefined) return undefined;
  const found = scene.state.mergeRequests.filter(({ mergeCommit, sha }) => mergeCommit === commit || sha === commit);
  return { status: 200, body: await Promise.all(found.map((one) => shown(scene, one))) };
}

async function branch({ state, asked }: Scene, more: string): Promise<Answer> {
  if (asked.method === 'POST') {
    const { ref } = asked.body as { ref: string };
    return { status: 400, body: { message: `Invalid reference name: ${ref}` } };
  }
  const name = decodeURIComponent(more.slice('/branches/'.length));
  const id = await state.head(name);
  if (id === undefined) return { status: 404, body: { message: '404 Branch Not Found' } };
  const isProtected = state.protectedBranches.some((rule) => rule.name === name);
  return { status: 200, body: { name, protected: isProtected, commit: { id } } };
}

async function mergeRequestRoutes(scene: Scene, more: string): Promise<Answer> {
  const { state, asked } = scene;
  if (!state.mergeRequestsEnabled) return { status: 403, body: { message: '403 Forbidden' } };
  const [, iid, rest = ''] = /^\/(\d+)(.*)$/.exec(more) ?? [];
  if (iid === undefined) return asked.method === 'POST' ? await create(scene) : await list(scene);
  const found = state.mergeRequests.find((one) => one.iid === Number(iid));
  if (!found) return { status: 404, body: { message: '404 Not found' } };
  if (rest.startsWith('/notes') || rest.startsWith('/discussions')) return noteRoutes(scene, found, rest);
  if (rest === '/merge') {
    const { sha } = asked.body as { sha?: string };
    const refused = await accept(state, found, { sha, username: scene.user.username });
    return refused ?? { status: 200, body: await shown(scene, found) };
  }
  if (asked.method === 'PUT') edit(state, found, asked.body as Record<string, unknown>);
  return { status: 200, body: await shown(scene, found) };
}

function edit(state: GitLabState, found: GitLabMergeRequest, change: Record<string, unknown>): void {
  const { title, description, target_branch: target } = change as Partial<GitLabMergeRequest>;
  if (title !== undefined) found.title = title;
  if (description !== undefined) found.description = description;
  if (target !== undefined) found.target_branch = target;
  if (change.state_event === 'close') found.state = 'closed';
  found.updatedAt = state.now();
}

interface NewMergeRequest {
  source_branch: string;
  target_branch: string;
  title: string;
  description?: string;
  labels?: string;
  reviewer_ids?: number[];
}

async function create(scene: Scene): Promise<Answer> {
  const { state, user, asked } = scene;
  const body = asked.body as NewMergeRequest;
  const { source_branch: source, target_branch: target } = body;
  if (source === target) {
    return { status: 422, body: { message: ["You can't use same project/branch for source and target"] } };
  }
  const there = state.mergeRequests.find((one) => one.source_branch === source && one.state === 'opened');
  if (there && there.source_project_id === state.id) {
    const message = [`Another open merge request already exists for this source branch: !${there.iid}`];
    return { status: 409, body: { message } };
  }
  const made: GitLabMergeRequest = {
    iid: state.mergeRequests.length + 1,
    state: 'opened',
    source_branch: source,
    target_branch: target,
    source_project_id: state.id,
    title: body.title,
    description: body.description ?? '',
    labels: body.labels?.split(',') ?? [],
    reviewers: body.reviewer_ids ?? [],
    author: user.username,
    sha: null,
    updatedAt: state.now(),
  };
  state.mergeRequests.push(made);
  return { status: 201, body: await shown(scene, made) };
}

async function list(scene: Scene): Promise<Answer> {
  const { state, asked, user } = scene;
  const { source_branch: source, state: wanted = 'all', updated_after: after, scope, sort, order_by: by } = asked.query;
  const found = state.mergeRequests
    .filter((one) => source === undefined || one.source_branch === source)
    .filter((one) => wanted === 'all' || one.state === wanted)
    .filter((one) => after === undefined || one.updatedAt.getTime() > Date.parse(after))
    .filter((one) => scope !== 'created_by_me' || one.author === user.username)
    .sort((a, b) => (by === 'updated_at' ? a.updatedAt.getTime() - b.updatedAt.getTime() : a.iid - b.iid));
  if (sort !== 'asc') found.reverse();
  const { items, headers } = paged(scene, found);
  return { status: 200, headers, body: await Promise.all(items.map((one) => shown(scene, one))) };
}

function paged<Item>({ asked, origin }: Scene, all: Item[]): { items: Item[]; headers: Record<string, string> } {
  const [page, size] = [Number(asked.query.page ?? 1), Number(asked.query.per_page ?? 20)];
  const { items, link } = pageOf(all, { page, size, url: `${origin}${asked.path}` });
  return { items, headers: link === undefined ? { 'x-next-page': '' } : { 'x-next-page': String(page + 1), link } };
}

function listed(scene: Scene, all: object[]): Answer {
  const { items, headers } = paged(scene, all);
  return { status: 200, headers, body: items };
}

async function shown({ state, origin }: Scene, one: GitLabMergeRequest): Promise<object> {
  return {
    id: 9000 + one.iid,
    iid: one.iid,
    project_id: state.id,
    web_url: `${origin}/${state.path}/-/merge_requests/${one.iid}`,
    state: one.state,
    source_branch: one.source_branch,
    target_branch: one.target_branch,
    source_project_id: one.source_project_id,
    target_project_id: state.id,
    sha: one.state === 'opened' ? ((await state.head(one.source_branch)) ?? null) : one.sha,
    title: one.title,
    description: one.description,
    ...(await mergeFields(state, one)),
    updated_at: one.updatedAt.toISOString(),
    user_notes_count: state.notes.filter((note) => note.merge_request === one.iid && !note.system).length,
  };
}

function noteRoutes(scene: Scene, { iid }: GitLabMergeRequest, rest: string): Answer {
  const { state, asked, user } = scene;
  const notes = state.notes.filter((note) => note.merge_request === iid);
  if (asked.method === 'POST') {
    const discussion = /^\/discussions\/([^/]+)\/notes$/.exec(rest)?.[1];
    if (discussion !== undefined && !notes.some((note) => note.discussion === discussion)) {
      return { status: 404, body: { message: '404 Discussion Not Found' } };
    }
    const { body } = asked.body as { body: string };
    return { status: 201, body: noteShown(addNote(state, { on: iid, author: user.username, body, discussion })) };
  }
  if (rest === '/notes') {
    const { items, headers } = paged(scene, notes.toReversed());
    return { status: 200, headers, body: items.map(noteShown) };
  }
  const threads = [...new Set(notes.map((note) => note.discussion))];
  const { items, headers } = paged(scene, threads);
  const inThread = (id: string): GitLabNote[] => notes.filter((note) => note.discussion === id);
  const body = items.map((id) => ({ id, individual_note: false, notes: inThread(id).map(noteShown) }));
  return { status: 200, headers, body };
}

function noteShown({ id, author, body, system, createdAt, position }: GitLabNote): object {
  const at = createdAt.toISOString();
  return {
    id,
    body,
    system,
    author: { username: author },
    created_at: at,
    updated_at: at,
    ...(position && { position }),
  };
}
