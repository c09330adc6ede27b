import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { appReply } from './github-apps.ts';
import type { GithubApp } from './github-apps.ts';
import { refusals } from './github-faults.ts';
import type { GithubFault, GithubReply, GithubRequest } from './github-faults.ts';
import { headOf, mergeInGit } from './github-git.ts';
import { commentJson, pullJson, repositoryJson, userJson } from './github-json.ts';
import { mayPush, routes } from './github-routes.ts';
import { etagOf, newRepository } from './github-state.ts';
import type { GithubAccount, GithubComment, GithubPull, GithubRepository } from './github-state.ts';

/** GitHub's API as it is documented, as far as Copydesk asks it, on a loopback port. */
export interface GithubStandIn extends AsyncDisposable {
  /** Without a slash at the end. Another one when it is served by another server. */
  apiUrl: string;
  /** Answers a request that another server was asked, such as one with TLS. */
  handle(incoming: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** By token. Change it, and the token can do less or nothing from then on. */
  accounts: Map<string, GithubAccount>;
  app: GithubApp | undefined;
  repositories: GithubRepository[];
  add(name: string, options?: Partial<GithubRepository>): GithubRepository;
  /** Decides about each request before it is answered; undefined lets it pass. */
  rule: ((request: GithubRequest) => GithubFault | undefined) | undefined;
  /** What was asked, oldest first. */
  requests: GithubRequest[];
  /** How many were answered with `304`. */
  unchanged: number;
  /** Where webhooks go to. */
  webhook: { url: string; secret: string } | undefined;
  /** Each of these does what somebody does at the page of GitHub, and resolves when its webhook is answered. */
  merge(repository: GithubRepository, number: number): Promise<void>;
  close(repository: GithubRepository, number: number): Promise<void>;
  say(
    repository: GithubRepository,
    comment: Partial<GithubComment> & Pick<GithubComment, 'number' | 'body'>,
  ): Promise<GithubComment>;
  pushed(repository: GithubRepository, branch: string): Promise<void>;
}

/** @param now the clock of the host. */
export async function startGithub(now: () => Date = () => new Date()): Promise<GithubStandIn> {
  let id = 100;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const time = (): string => `${now().toISOString().slice(0, 19)}Z`;
  const host: GithubStandIn = {
    apiUrl: `http://127.0.0.1:${port}/api/v3`,
    handle: async (incoming, response) => {
      await answer(incoming, response);
      return true;
    },
    accounts: new Map(),
    app: undefined,
    repositories: [],
    rule: undefined,
    requests: [],
    unchanged: 0,
    webhook: undefined,
    add: (name, options = {}) => {
      const made = newRepository((id += 1), name, options);
      host.repositories.push(made);
      return made;
    },
    merge: async (repository, number) => {
      const pull = openPull(repository, number);
      const head = (await headOf(repository, pull.headRef)) ?? pull.headSha;
      await mergeInGit(repository, pull, head);
      Object.assign(pull, { state: 'closed', headSha: head, closedAt: time(), mergedAt: time(), updatedAt: time() });
      await tell('pull_request', 'closed', repository, { number, pull_request: pullJson(repository, pull, head) });
    },
    close: async (repository, number) => {
      const pull = openPull(repository, number);
      const head = (await headOf(repository, pull.headRef)) ?? pull.headSha;
      Object.assign(pull, { state: 'closed', headSha: head, closedAt: time(), updatedAt: time() });
      await tell('pull_request', 'closed', repository, { number, pull_request: pullJson(repository, pull, head) });
    },
    say: async (repository, said) => {
      const author: GithubAccount = said.author ?? { login: 'ada', type: 'User' };
      const made: GithubComment = {
        id: (id += 1),
        kind: 'issue',
        createdAt: time(),
        updatedAt: time(),
        ...said,
        author,
      };
      repository.comments.push(made);
      const pull = repository.pulls.find(({ number }) => number === made.number);
      if (pull !== undefined) pull.updatedAt = time();
      await tellComment(repository, made, pull);
      return made;
    },
    pushed: async (repository, branch) => {
      const after = (await headOf(repository, branch)) ?? '0'.repeat(40);
      await tell('push', undefined, repository, { ref: `refs/heads/${branch}`, after, deleted: /^0+$/u.test(after) });
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://host');
    const body = ((await json(incoming).catch(() => ({}))) ?? {}) as Record<string, unknown>;
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const path = decodeURIComponent(pathname.replace(/^\/api\/v3/u, ''));
    const request = { method: incoming.method ?? 'GET', path, query, body, headers };
    host.requests.push(request);
    const fault = host.rule?.(request);
    if (fault === 'cut') return void response.destroy();
    if (fault === 'silence') return;
    const reply = typeof fault === 'object' ? fault : await replyTo(request);
    if (fault === 'cut-after-work') return void response.destroy();
    send(reply, request, response, fault === 'half-an-answer');
  }

  function send(reply: GithubReply, request: GithubRequest, response: ServerResponse, isHalf: boolean): void {
    const text =
      reply.body === undefined ? '' : typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    const etag = etagOf(`${request.headers.authorization} ${text}`);
    if (request.method === 'GET' && reply.status === 200 && request.headers['if-none-match'] === etag) {
      host.unchanged += 1;
      response.writeHead(304, { etag }).end();
      return;
    }
    const type = typeof reply.body === 'string' ? 'text/html' : 'application/json; charset=utf-8';
    response.writeHead(reply.status, {
      ...(text === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      etag,
      'x-ratelimit-remaining': '4999',
      ...scopesOf(request),
      ...reply.headers,
    });
    if (!isHalf) return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  }

  function accountOf({ headers }: GithubRequest): GithubAccount | undefined {
    return host.accounts.get((headers.authorization ?? '').replace(/^(?:token|bearer) /iu, ''));
  }

  function scopesOf(request: GithubRequest): Record<string, string> {
    const account = accountOf(request);
    return {
      ...(account?.scopes === undefined ? {} : { 'x-oauth-scopes': account.scopes }),
      ...(account?.expires === undefined ? {} : { 'github-authentication-token-expiration': account.expires }),
    };
  }

  async function replyTo(request: GithubRequest): Promise<GithubReply> {
    const issue = (account: GithubAccount): string => {
      const token = `ghs_${randomBytes(18).toString('hex')}`;
      host.accounts.set(token, account);
      return token;
    };
    const asApp = host.app && appReply(host.app, request, issue, now);
    if (asApp !== undefined) return asApp;
    if (request.path === '/meta') return { status: 200, body: { verifiable_password_authentication: false } };
    const account = accountOf(request);
    if (account === undefined) return refusals.badCredentials();
    if (request.path === '/user') {
      return account.type === 'Bot'
        ? refusals.notAccessible('', 'integration')
        : { status: 200, body: userJson(account) };
    }
    if (request.path === '/rate_limit') {
      const reset = Math.round(now().getTime() / 1000) + 1800;
      return { status: 200, body: { resources: { core: { limit: 5000, remaining: 4999, reset } } } };
    }
    const team = /^\/orgs\/([^/]+)\/teams\/([^/]+)$/u.exec(request.path);
    if (team !== null) {
      const isThere = host.repositories.some(
        ({ name, teams }) => name.startsWith(`${team[1]}/`) && teams.has(team[2] ?? ''),
      );
      return isThere ? { status: 200, body: { slug: team[2] } } : refusals.notFound();
    }
    return await repositoryReply(request, account);
  }

  async function repositoryReply(request: GithubRequest, account: GithubAccount): Promise<GithubReply> {
    const byNumber = /^\/repositories\/(\d+)(.*)$/u.exec(request.path);
    const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/u.exec(request.path) ?? [];
    const former = host.repositories.find(({ formerNames }) => formerNames.includes(name));
    if (former !== undefined) {
      const location = `${host.apiUrl}/repositories/${former.id}${rest}`;
      return {
        status: request.method === 'GET' ? 301 : 307,
        headers: { location },
        body: { message: 'Moved Permanently', url: location },
      };
    }
    const repository = host.repositories.find((one) => (byNumber ? one.id === Number(byNumber[1]) : one.name === name));
    if (repository === undefined || !isVisible(repository, account)) return refusals.notFound();
    const path = byNumber ? (byNumber[2] ?? '') : rest;
    const route = routes.find((one) => one.method === request.method && one.path.test(path));
    if (route === undefined) return refusals.notFound();
    const lacking = permissionRefusal(route.needs, account);
    if (lacking !== undefined) return lacking;
    if (request.method !== 'GET' && repository.archived) return refusals.archived();
    if (request.method !== 'GET' && !mayPush(repository, account)) return refusals.notFound();
    return await route.answer({
      request,
      account,
      repository,
      at: route.path.exec(path)?.slice(1) ?? [],
      apiUrl: host.apiUrl,
      now: time,
      nextId: () => (id += 1),
      nextNumber: () => Math.max(0, ...repository.issues, ...repository.pulls.map(({ number }) => number)) + 1,
      accounts: [...host.accounts.values()],
    });
  }

  async function tellComment(
    repository: GithubRepository,
    made: GithubComment,
    pull: GithubPull | undefined,
  ): Promise<void> {
    const shown = commentJson(repository, made, host.apiUrl);
    if (made.kind === 'issue') {
      const url = `${host.apiUrl}/repos/${repository.name}/pulls/${made.number}`;
      const issue = { number: made.number, ...(pull === undefined ? {} : { pull_request: { url } }) };
      return await tell('issue_comment', 'created', repository, { issue, comment: shown });
    }
    if (pull === undefined) return;
    const on = { pull_request: pullJson(repository, pull, pull.headSha) };
    if (made.kind === 'review')
      return await tell('pull_request_review', 'submitted', repository, { ...on, review: shown });
    await tell('pull_request_review_comment', 'created', repository, { ...on, comment: shown });
  }

  /** https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers */
  async function tell(
    event: string,
    action: string | undefined,
    repository: GithubRepository,
    payload: object,
  ): Promise<void> {
    if (host.webhook === undefined) return;
    const { url, secret } = host.webhook;
    const body = JSON.stringify({
      ...(action === undefined ? {} : { action }),
      ...payload,
      repository: repositoryJson(repository, true),
    });
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/stand-in',
        'x-github-event': event,
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    });
    if (!response.ok) throw new Error(`The webhook was answered with ${response.status}: ${await response.text()}`);
  }

  return host;
}

function isVisible(repository: GithubRepository, account: GithubAccount): boolean {
  if (account.repositories !== undefined) return account.repositories.includes(repository.name.split('/')[1] ?? '');
  if (!repository.private) return true;
  if (account.scopes !== undefined && !account.scopes.split(', ').includes('repo')) return false;
  return repository.roles.has(account.login);
}

/** A classic token has no permissions of its own. */
function permissionRefusal(needs: string[], { permissions, type }: GithubAccount): GithubReply | undefined {
  if (permissions === undefined || needs.length === 0) return undefined;
  const has = needs.some((need) => {
    const [name = '', level = ''] = need.split('=');
    return permissions[name] === 'write' || permissions[name] === level;
  });
  return has ? undefined : refusals.notAccessible(needs.join('; '), type === 'Bot' ? 'integration' : undefined);
}

function openPull(repository: GithubRepository, number: number): GithubPull {
  const pull = repository.pulls.find((one) => one.number === number && one.state === 'open');
  if (pull === undefined) throw new Error(`There is no open pull request ${number}.`);
  return pull;
}
