import { CopydeskError } from '@copydesk/contract';
import type { HostedName, HostKind } from './access.ts';
import type { SelfHosted } from './kind.ts';
import { hostedNames, isHosted, kinds } from './kinds.ts';
import {
  decodePath,
  pathOf,
  readApiUrl,
  readRepositoryUrl,
  addressRefused,
  withoutSlash,
} from './repository-address.ts';
import { hostHttp, type AskHost, type HostAnswer } from './requests/host-http.ts';

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
  if (known !== undefined && host !== known && isHosted(host)) {
    throw new CopydeskError(
      'invalid_request',
      `${url.host} is ${known}, not ${host}. Give --host ${known}, or leave it out.`,
    );
  }
  if (!isHosted(host)) return { host, apiUrl: '', repository: pathOf(url), gitUrl: withoutSlash(url.href) };
  const base = hint.apiUrl === undefined ? kinds[host].detection.apiUrl(url) : readApiUrl(hint.apiUrl);
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
  if (!isHosted(host) || isKnownApi(new URL(apiUrl))) return undefined;
  const found = await detectByRequests(apiUrl, true, now).catch(() => undefined);
  if (found === undefined) return undefined;
  const top = withoutSlash(apiUrl.replace(apiPath, ''));
  const usualPath = kinds[found].detection.selfHosted?.apiPath;
  const usual = `${top}${usualPath}`;
  const isSameKind = found === host || usualPath === kinds[host].detection.selfHosted?.apiPath;
  if (isSameKind && usual === apiUrl) return undefined;
  return isSameKind
    ? `The API is at ${usual}, not at ${apiUrl}. Leave --api-url out, or give that.`
    : `${top} answers as ${found} does, not as ${host}. Give --host ${found}, without --api-url.`;
}

/** The end of an API's path, for any kind of host. */
const apiPath = /\/api\/v\d+$/;

function knownHost({ hostname }: URL): HostedName | undefined {
  return hostedNames.find((kind) => isNamed(hostname, kinds[kind].detection.hostNames));
}

function isKnownApi({ hostname }: URL): boolean {
  return hostedNames
    .map((kind) => kinds[kind].detection)
    .some(({ hostNames, apiHostNames }) => isNamed(hostname, [...hostNames, ...apiHostNames]));
}

function isNamed(hostname: string, names: readonly string[]): boolean {
  return names.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name));
}

/** Returns the path before the repository's name, for a host that is installed below a path. */
function webPath(url: URL, apiUrl: string): string {
  const api = new URL(apiUrl);
  const base = api.pathname.replace(/\/api\/v\d+$/, '').replace(/\/$/, '');
  return api.origin === url.origin && base !== '' && url.pathname.startsWith(`${base}/`) ? base : '';
}

/** Also accepts an address from the browser, such as that of a folder on a branch. */
function repositoryName(host: HostedName, url: URL, apiUrl: string): string {
  const names = decodePath(url.pathname.slice(webPath(url, apiUrl).length))
    .split('/')
    .filter((name) => name !== '');
  const own = kinds[host].detection.repositoryOf(names);
  const repository = own.join('/').replace(/\.git$/, '');
  if (own.length >= 2) return repository;
  throw addressRefused(
    `${url.href} names no repository at ${url.host}: its address has an owner and a name, such as https://${url.host}/owner/name.`,
  );
}

/** Returns the given address when it names the repository itself. */
function gitUrlOf(host: HostedName, url: URL, apiUrl: string, repository: string): string {
  const base = `${url.origin}${webPath(url, apiUrl)}/${repository}`;
  const given = withoutSlash(url.href);
  return !kinds[host].detection.needsGitSuffix && given === base ? given : `${base}.git`;
}

/**
 * @param base the address of the host, or the base address of its API.
 * @throws CopydeskError `invalid_request`, `code_host_unreachable`.
 */
async function detectByRequests(base: string, isApi: boolean, now: () => Date): Promise<HostedName> {
  const top = isApi ? base.replace(apiPath, '') : base;
  const ask = hostHttp({ apiUrl: top, timeoutMilliseconds: 10_000, now }, {});
  const possible = selfHostedKinds();
  const answers = await Promise.allSettled(
    possible.map(async ({ selfHosted: { versionPath } }) => await requestIfPossible(ask, versionPath)),
  );
  const answered = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : noAnswer()));
  const fitting = possible.filter(({ selfHosted }, index) => selfHosted.fits(answered[index] ?? noAnswer()));
  const others = new Set(fitting.map(({ selfHosted }) => selfHosted.alsoFits));
  const hosts = new Set(fitting.map(({ kind }) => kind).filter((kind) => !others.has(kind)));
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
    if (error instanceof CopydeskError && error.cause === undefined) return noAnswer();
    throw error;
  });
}

function noAnswer(): HostAnswer {
  return { status: 0, headers: new Headers(), json: undefined, text: '' };
}

/** Returns the kinds that anybody can install, each with how it is recognised. */
function selfHostedKinds(): { kind: HostedName; selfHosted: SelfHosted }[] {
  return hostedNames.flatMap((kind) => {
    const { selfHosted } = kinds[kind].detection;
    return selfHosted === undefined ? [] : [{ kind, selfHosted }];
  });
}

function redirected(top: string): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `${top} answers everything with a redirect. Give the address to which it redirects, usually one that begins with https.`,
  );
}

function unknown(top: string, hosts: string[]): CopydeskError {
  const possible = selfHostedKinds();
  const [first = '', ...others] = possible.map(({ selfHosted }) => selfHosted.name);
  const found =
    hosts.length === 0
      ? `answers neither as ${first} nor as ${oneOf(others)} does`
      : `answers as ${hosts.toSorted().join(' and as ')} does`;
  return new CopydeskError(
    'invalid_request',
    `${top} ${found}. Name it with --host ${oneOf(possible.map(({ kind }) => kind))}, and its API with ` +
      '--api-url; or use --host git for a git server without a known API.',
  );
}

/** Returns `a, b or c`. */
function oneOf(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ');
}
