import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { appReply } from './github-apps.ts';
import { automationRoutes, storedLog } from './github-checks.ts';
import { refusals } from './github-faults.ts';
import type { GithubReply, GithubRequest } from './github-faults.ts';
import { userJson } from './github-json.ts';
import { mergeRoutes } from './github-merge.ts';
import { mayPush, routes } from './github-routes.ts';
import type { GithubStandIn } from './github-stand-in.ts';
import { etagOf } from './github-state.ts';
import type { GithubAccount, GithubRepository } from './github-state.ts';

/** The host with its clock and its counter of ids. */
export interface Clock {
  host: GithubStandIn;
  now: () => Date;
  /** In GitHub's format. */
  time: () => string;
  nextId: () => number;
}

/** Answers a request as GitHub does, unless a rule of the test decides otherwise. */
export async function answer(clock: Clock, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host } = clock;
  const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://host');
  const body = ((await json(incoming).catch(() => ({}))) ?? {}) as Record<string, unknown>;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const path = decodeURIComponent(pathname.replace(/^\/api\/v3/u, ''));
  const request = { method: incoming.method ?? 'GET', path, query, body, headers };
  host.requests.push(request);
  const fault = host.rule?.(request);
  if (fault === 'cut') return void response.destroy();
  if (fault === 'silence') return;
  const reply = typeof fault === 'object' ? fault : await replyTo(clock, request);
  if (fault === 'cut-after-work') return void response.destroy();
  send(host, reply, request, response, fault === 'half-an-answer');
}

function send(
  host: GithubStandIn,
  reply: GithubReply,
  request: GithubRequest,
  response: ServerResponse,
  isHalf: boolean,
): void {
  const text = reply.body === undefined ? '' : typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
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
    ...scopesOf(host, request),
    ...reply.headers,
  });
  if (!isHalf) return void response.end(text);
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function accountOf(host: GithubStandIn, { headers }: GithubRequest): GithubAccount | undefined {
  return host.accounts.get((headers.authorization ?? '').replace(/^(?:token|bearer) /iu, ''));
}

function scopesOf(host: GithubStandIn, request: GithubRequest): Record<string, string> {
  const account = accountOf(host, request);
  return {
    ...(account?.scopes === undefined ? {} : { 'x-oauth-scopes': account.scopes }),
    ...(account?.expires === undefined ? {} : { 'github-authentication-token-expiration': account.expires }),
  };
}

async function replyTo(clock: Clock, request: GithubRequest): Promise<GithubReply> {
  const { host, now } = clock;
  const issue = (account: GithubAccount): string => {
    const token = `ghs_${randomBytes(18).toString('hex')}`;
    host.accounts.set(token, account);
    return token;
  };
  const asApp = host.app && appReply(host.app, request, issue, now);
  if (asApp !== undefined) return asApp;
  if (request.path === '/meta') return { status: 200, body: { verifiable_password_authentication: false } };
  const log = storedLog(host.repositories, request);
  if (log !== undefined) return log;
  const account = accountOf(host, request);
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
  return await repositoryReply(clock, request, account);
}

async function repositoryReply(clock: Clock, request: GithubRequest, account: GithubAccount): Promise<GithubReply> {
  const { host, time, nextId } = clock;
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
  const route = [...routes, ...mergeRoutes, ...automationRoutes].find(
    (one) => one.method === request.method && one.path.test(path),
  );
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
    nextId,
    nextNumber: () => Math.max(0, ...repository.issues, ...repository.pulls.map(({ number }) => number)) + 1,
    merge: (of, number) => host.merge(of, number),
    accounts: [...host.accounts.values()],
  });
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
