import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostKind } from './access.ts';
import { decoded, pathOf, readApiUrl, readRepositoryUrl, refused, withoutSlash } from './repository-address.ts';
import { hostHttp, type AskHost, type HostAnswer } from './host-http.ts';

/** The host that was detected from the address of a repository. */
export interface DetectedHost {
  host: HostKind;
  /** The base address of the API, without a trailing slash; '' for `git`. */
  apiUrl: string;
  /** The host's name of the repository. */
  repository: string;
  /** The address for git. */
  gitUrl: string;
}

/** What the user has given already. */
export interface HostHint {
  host?: HostKind;
  apiUrl?: string;
}

/**
 * Detects which host an address is at: known hosts by their name, others by requesting the version of each API, without
 * a credential.
 *
 * @throws CopydeskError `repository_invalid` when it is not the https address of a repository, `invalid_request` when
 *   the kind of host cannot be detected, `code_host_unreachable`.
 */
export async function detectHost(address: string, hint: HostHint, now: () => Date): Promise<DetectedHost> {
  const url = readRepositoryUrl(address);
  const apiUrl = hint.apiUrl === undefined ? undefined : readApiUrl(hint.apiUrl);
  const host = hint.host ?? knownHost(url) ?? (await detectByRequests(apiUrl ?? url.origin, apiUrl !== undefined, now));
  return describeHost(url, { host, apiUrl });
}

/**
 * Does the same without any request.
 * @throws CopydeskError `repository_invalid`; `invalid_request` when the host's name does not show its kind.
 */
export function describeHost(address: string | URL, hint: HostHint): DetectedHost {
  const url = typeof address === 'string' ? readRepositoryUrl(address) : address;
  const host = hint.host ?? knownHost(url);
  if (host === undefined) throw unknown(url.origin, []);
  const known = knownHost(url);
  if (known !== undefined && host !== known && host !== 'git') {
    throw new CopydeskError(
      'invalid_request',
      `${url.host} is ${known}, not ${host}. Give --host ${known}, or leave it out.`,
    );
  }
  if (host === 'git') return { host, apiUrl: '', repository: pathOf(url), gitUrl: withoutSlash(url.href) };
  const base = hint.apiUrl === undefined ? usualApi(host, url) : readApiUrl(hint.apiUrl);
  const repository = repositoryName(host, url, base);
  return { host, apiUrl: base, repository, gitUrl: gitUrlOf(host, url, base, repository) };
}

/**
 * Explains why requests to an API fail when its kind or address is wrong. It runs only after a failure, since some
 * hosts hide what this check needs. Returns undefined when nothing indicates that.
 */
export async function misplacedApi(
  { host, apiUrl }: Pick<DetectedHost, 'host' | 'apiUrl'>,
  now: () => Date,
): Promise<string | undefined> {
  const url = new URL(apiUrl);
  if (host === 'git' || knownHost(url) !== undefined || url.hostname === 'api.github.com') return undefined;
  const found = await detectByRequests(apiUrl, true, now).catch(() => undefined);
  if (found === undefined || found === 'git') return undefined;
  const top = withoutSlash(apiUrl.replace(apiPath, ''));
  const usual = `${top}${usualPath(found)}`;
  const isSameKind = found === host || usualPath(found) === usualPath(host);
  if (isSameKind && usual === apiUrl) return undefined;
  return isSameKind
    ? `The API is at ${usual}, not at ${apiUrl}. Leave --api-url out, or give that.`
    : `${top} answers as ${found} does, not as ${host}. Give --host ${found}, without --api-url.`;
}

/** The end of an API's path, for any kind of host. */
const apiPath = /\/api\/v\d+$/;

function usualPath(host: Exclude<HostKind, 'git'>): string {
  if (host === 'gitlab') return '/api/v4';
  return host === 'github' ? '/api/v3' : '/api/v1';
}

function knownHost({ hostname }: URL): HostKind | undefined {
  const names: Record<string, HostKind> = {
    'github.com': 'github',
    'www.github.com': 'github',
    'gitlab.com': 'gitlab',
    'codeberg.org': 'forgejo',
    'gitea.com': 'gitea',
  };
  return names[hostname] ?? (hostname.endsWith('.ghe.com') ? 'github' : undefined);
}

function usualApi(host: Exclude<HostKind, 'git'>, url: URL): string {
  if (host !== 'github') return `${url.origin}${usualPath(host)}`;
  if (/^(www\.)?github\.com$/.test(url.hostname)) return 'https://api.github.com';
  // GitHub Enterprise Cloud with data residency has its API at another name; Enterprise Server at the same.
  return url.hostname.endsWith('.ghe.com') ? `https://api.${url.hostname}` : `${url.origin}${usualPath(host)}`;
}

/** Returns the path before the repository's name, for a host that is installed below a path. */
function webPath(url: URL, apiUrl: string): string {
  const api = new URL(apiUrl);
  const base = api.pathname.replace(/\/api\/v\d+$/, '').replace(/\/$/, '');
  return api.origin === url.origin && base !== '' && url.pathname.startsWith(`${base}/`) ? base : '';
}

/** Also accepts an address from the browser, such as that of a folder on a branch. */
function repositoryName(host: Exclude<HostKind, 'git'>, url: URL, apiUrl: string): string {
  const names = decoded(url.pathname.slice(webPath(url, apiUrl).length))
    .split('/')
    .filter((name) => name !== '');
  const end = names.indexOf('-');
  const own = host === 'gitlab' ? names.slice(0, end < 0 ? undefined : end) : names.slice(0, 2);
  const repository = own.join('/').replace(/\.git$/, '');
  if (own.length >= 2) return repository;
  throw refused(
    `${url.href} names no repository at ${url.host}: its address has an owner and a name, such as https://${url.host}/owner/name.`,
  );
}

/**
 * Returns the given address when it names the repository itself. GitLab redirects addresses without `.git`, and git
 * does not follow redirects here.
 */
function gitUrlOf(host: HostKind, url: URL, apiUrl: string, repository: string): string {
  const base = `${url.origin}${webPath(url, apiUrl)}/${repository}`;
  const given = withoutSlash(url.href);
  return host !== 'gitlab' && given === base ? given : `${base}.git`;
}

/** What each API returns to anybody, or at least reveals when it refuses. */
const marks: { host: Exclude<HostKind, 'git'>; path: string; fits: (answer: HostAnswer) => boolean }[] = [
  {
    host: 'forgejo',
    path: '/api/forgejo/v1/version',
    fits: ({ status, json }) => status === 200 && Version.safeParse(json).success,
  },
  {
    host: 'gitea',
    path: '/api/v1/version',
    fits: ({ status, json }) =>
      status === 200 ? Version.safeParse(json).success : refuses(status) && /signed in|token/i.test(messageOf(json)),
  },
  {
    host: 'gitlab',
    path: '/api/v4/version',
    fits: ({ status, headers, json }) =>
      headers.has('x-gitlab-meta') ||
      (status === 200
        ? Version.safeParse(json).success
        : refuses(status) && /unauthorized|forbidden/i.test(messageOf(json))),
  },
  {
    host: 'github',
    path: '/api/v3/meta',
    fits: ({ status, headers, json }) =>
      headers.has('x-github-request-id') ||
      headers.has('x-github-media-type') ||
      (status === 200 && GithubMeta.safeParse(json).success),
  },
];

const Version = z.object({ version: z.string() });
const GithubMeta = z.object({ verifiable_password_authentication: z.boolean() });
const Message = z.object({ message: z.string() });

/**
 * @param base the address of the host, or the base address of its API.
 * @throws CopydeskError `invalid_request`, `code_host_unreachable`.
 */
async function detectByRequests(base: string, isApi: boolean, now: () => Date): Promise<HostKind> {
  const top = isApi ? base.replace(apiPath, '') : base;
  const ask = hostHttp({ apiUrl: top, timeoutMilliseconds: 10_000, now }, {});
  const answers = await Promise.allSettled(marks.map(async ({ path }) => await requestIfPossible(ask, path)));
  const answered = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : nothing));
  const fitting = marks.filter(({ fits }, index) => fits(answered[index] ?? nothing));
  // Forgejo matches as Gitea, too.
  const hosts = new Set(fitting.map(({ host }) => host));
  if (hosts.has('forgejo')) hosts.delete('gitea');
  const [first] = hosts;
  if (first !== undefined && hosts.size === 1) return first;
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed !== undefined && hosts.size === 0) throw failed.reason;
  if (answered.every(({ status }) => status >= 300 && status < 400)) throw redirected(top);
  throw unknown(top, [...hosts]);
}

/** A server that fails at an unknown path is not of that kind; one that cannot be reached is of none. */
async function requestIfPossible(ask: AskHost, path: string): Promise<HostAnswer> {
  return await ask({ path }).catch((error: unknown) => {
    if (error instanceof CopydeskError && error.cause === undefined) return nothing;
    throw error;
  });
}

const nothing: HostAnswer = { status: 0, headers: new Headers(), json: undefined, text: '' };

function refuses(status: number): boolean {
  return status === 401 || status === 403;
}

function messageOf(json: unknown): string {
  return Message.safeParse(json).data?.message ?? '';
}

function redirected(top: string): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `${top} answers everything with a redirect. Give the address to which it redirects, usually one that begins with https.`,
  );
}

function unknown(top: string, hosts: string[]): CopydeskError {
  const found =
    hosts.length === 0
      ? 'answers neither as GitHub Enterprise nor as GitLab, Gitea or Forgejo does'
      : `answers as ${hosts.join(' and as ')} does`;
  return new CopydeskError(
    'invalid_request',
    `${top} ${found}. Name it with --host github, gitlab, gitea or forgejo, and its API with ` +
      '--api-url; or use --host git for a git server without a known API.',
  );
}
