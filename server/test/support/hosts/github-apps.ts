import { createPublicKey, verify } from 'node:crypto';
import { refusals } from './github-faults.ts';
import type { GithubReply, GithubRequest } from './github-faults.ts';
import type { GithubAccount } from './github-state.ts';

/** A GitHub App with one installation. */
export interface GithubApp {
  id: string;
  slug: string;
  /** In PEM. */
  publicKey: string;
  installationId: number;
  permissions: Record<string, 'read' | 'write'>;
  suspendedAt: string | null;
  /** `owner/name` of the repositories that it is installed for. */
  repositories: string[];
  /** How many installation tokens were created. */
  made: number;
}

/** Answers what an App may request as itself; returns undefined for other paths. */
export function appReply(
  app: GithubApp,
  request: GithubRequest,
  issue: (account: GithubAccount) => string,
  now: () => Date,
): GithubReply | undefined {
  const { method, path } = request;
  const isTokens = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path);
  const isInstallation = /^\/app\/installations\/(\d+)$/.exec(path);
  const isOfRepository = /^\/repos\/([^/]+\/[^/]+)\/installation$/.exec(path);
  if (path !== '/app' && !isTokens && !isInstallation && !isOfRepository) return undefined;
  const refused = signatureRefusal(app, request, now());
  if (refused !== undefined) return refused;
  if (path === '/app') return { status: 200, body: { id: 1, slug: app.slug, name: app.slug } };
  const { installationId: id, permissions, suspendedAt } = app;
  const named = (isTokens ?? isInstallation)?.[1];
  if (named !== undefined && Number(named) !== id) return refusals.notFound();
  if (isOfRepository && !app.repositories.includes(isOfRepository[1] ?? '')) return refusals.notFound();
  if (!isTokens) return { status: 200, body: { id, permissions, suspended_at: suspendedAt } };
  return method === 'POST' ? tokenFor(app, request, issue, now) : refusals.notFound();
}

/** https://docs.github.com/rest/apps/apps#create-an-installation-access-token-for-an-app */
function tokenFor(
  app: GithubApp,
  { body }: GithubRequest,
  issue: (account: GithubAccount) => string,
  now: () => Date,
): GithubReply {
  if (app.suspendedAt !== null) return { status: 403, body: { message: 'This installation has been suspended' } };
  const asked = Object.entries((body.permissions ?? app.permissions) as Record<string, 'read' | 'write'>);
  if (asked.some(([name, level]) => app.permissions[name] !== level && app.permissions[name] !== 'write')) {
    return refusals.invalidText('The permissions requested are not granted to this installation.');
  }
  app.made += 1;
  const permissions = Object.fromEntries(asked);
  const repositories = Array.isArray(body.repositories) ? body.repositories.map(String) : undefined;
  const token = issue({
    login: `${app.slug}[bot]`,
    type: 'Bot',
    permissions,
    ...(repositories === undefined ? {} : { repositories }),
  });
  const expires = new Date(now().getTime() + 3_600_000).toISOString();
  return { status: 201, body: { token, expires_at: expires, permissions, repository_selection: 'selected' } };
}

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
function signatureRefusal(app: GithubApp, { headers }: GithubRequest, now: Date): GithubReply | undefined {
  const [head = '', claims = '', signature = ''] = (headers.authorization ?? '').replace(/^bearer /iu, '').split('.');
  const message = 'A JSON web token could not be decoded';
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(app.publicKey),
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return { status: 401, body: { message } };
  const { iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: unknown; exp: number };
  if (String(iss) !== app.id) return { status: 404, body: { message: 'Integration not found' } };
  const seconds = exp - now.getTime() / 1000;
  if (seconds > 600) {
    const tooFar = "'Expiration time' claim ('exp') is too far in the future";
    return { status: 401, headers: { date: now.toUTCString() }, body: { message: tooFar } };
  }
  return seconds < 0 ? { status: 401, body: { message } } : undefined;
}
