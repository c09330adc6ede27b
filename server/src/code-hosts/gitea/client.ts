import { CopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../access.ts';
import { apiClient, numberedPages, ownLogin } from '../requests/api-client.ts';
import type { ApiClient } from '../requests/api-client.ts';
import { archived, refusalOf } from './refusal.ts';
import { Repository, User } from './shapes.ts';

/** The API of Gitea or Forgejo with the token of one repository. */
export interface GiteaClient extends ApiClient {
  /** `/repos/{owner}/{repo}`, encoded. */
  repository: string;
  /** The account of the token. */
  login(): Promise<string>;
}

/** Hosts return at most this many at once, unless configured otherwise (`MAX_RESPONSE_ITEMS`). */
const perPage = 50;

export function giteaClient(access: HostAccess): GiteaClient {
  const secret = tokenOf(access);
  const repository = `/repos/${access.repository.split('/').map(encodeURIComponent).join('/')}`;
  const client = apiClient(access, {
    label: new URL(access.apiUrl).host,
    secret,
    headers: { authorization: `token ${secret}` },
    paging: numberedPages('limit', perPage),
    refusalOf,
    /**
     * A renamed or transferred repository redirects to the same path below its new name (services/context/repo.go of
     * Gitea).
     */
    movedTo({ pathname }) {
      const [, owner, name] = /\/repos\/([^/]+)\/([^/?]+)/.exec(pathname) ?? [];
      const to = `${owner}/${name}`;
      const isMoved = owner !== undefined && to !== access.repository;
      return Promise.resolve(isMoved ? { name: decodeURIComponent(to) } : undefined);
    },
    archive: {
      path: repository,
      isArchived: (json) => Repository.safeParse(json).data?.archived === true,
      refusal: archived,
    },
  });
  const readLogin = async (): Promise<string> =>
    (await client.ask(User, 'read its own account', { path: '/user' })).login;
  return { ...client, repository, login: ownLogin(access, readLogin) };
}

/** Slashes in a branch's name are not encoded. */
export function branchPath({ repository }: GiteaClient, branch: string): string {
  return `${repository}/branches/${branch.split('/').map(encodeURIComponent).join('/')}`;
}

export function tokenOf({ credential }: HostAccess): string {
  if (credential.kind === 'token') return credential.token;
  throw new CopydeskError('invalid_request', 'Gitea and Forgejo need an access token: connect the project with one.');
}
