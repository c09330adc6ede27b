import { z } from 'zod';
import type { HostAccess } from '../access.ts';
import { apiClient } from '../requests/api-client.ts';
import type { ApiClient, Paging } from '../requests/api-client.ts';
import { apiAuthorization, secretOf } from './credential.ts';
import { refusalOf } from './refusal.ts';
import { Commit } from './shapes.ts';

/** The API of Bitbucket Cloud with the credential of one repository. */
export interface BitbucketClient extends ApiClient {
  /** `/repositories/{workspace}/{repo_slug}`, encoded. */
  repository: string;
  /** Returns the whole id of a commit: pull requests contain its first twelve digits. '' for none. */
  wholeId(hash: string | null | undefined): Promise<string>;
}

/** https://developer.atlassian.com/cloud/bitbucket/rest/ */
export function bitbucketClient(access: HostAccess): BitbucketClient {
  const repository = `/repositories/${access.repository.split('/').map(encodeURIComponent).join('/')}`;
  const client = apiClient(access, {
    label: 'Bitbucket',
    secret: secretOf(access),
    headers: { authorization: apiAuthorization(access) },
    paging,
    refusalOf,
    /** A renamed repository redirects to the same path below its new name. */
    movedTo({ pathname }) {
      const [, workspace, name] = /\/repositories\/([^/]+)\/([^/]+)/.exec(pathname) ?? [];
      if (workspace === undefined || name === undefined) return Promise.resolve(undefined);
      const to = `${decodeURIComponent(workspace)}/${decodeURIComponent(name)}`;
      return Promise.resolve(to === access.repository ? undefined : { name: to });
    },
  });
  return {
    ...client,
    repository,
    async wholeId(hash) {
      if (hash == null || hash === '' || isWhole(hash)) return hash ?? '';
      const answer = await client.attempt('read a commit', { path: `${repository}/commit/${hash}` });
      // Of a fork that was deleted, its commits are gone too.
      return answer.status === 404 ? hash : (await client.read(Commit, 'read a commit', answer)).hash;
    },
  };
}

function isWhole(hash: string): boolean {
  return /^(?:[\da-f]{40}|[\da-f]{64})$/.test(hash);
}

/** Lists of pull requests have at most so many on a page, unlike others. */
export const pullRequestsPerPage = 50;

/**
 * The body of a page has the address of the next one, which is not to be constructed
 * (https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination). Only its path is used: the credential goes
 * nowhere else.
 */
const paging: Paging = {
  size: 100,
  first: (request) => ({ ...request, query: { pagelen: 100, ...request.query } }),
  next({ json }) {
    const next = Page.safeParse(json).data?.next;
    const url = next == null ? null : URL.parse(next);
    const [path] = /\/(?:repositories|workspaces)\/.*$/.exec(url?.pathname ?? '') ?? [];
    return path === undefined ? undefined : { path: `${path}${url?.search ?? ''}` };
  },
  items: (json) => Page.safeParse(json).data?.values,
};

const Page = z.object({ values: z.unknown().optional(), next: z.string().nullish() });

/** Slashes in a branch's name are not encoded. */
export function branchPath({ repository }: BitbucketClient, branch: string): string {
  return `${repository}/refs/branches/${branch.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns a text as a string of Bitbucket's query language, which has the escapes of JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
