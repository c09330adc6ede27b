import { CopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../access.ts';
import { apiClient, numberedPages, ownLogin } from '../requests/api-client.ts';
import type { ApiClient } from '../requests/api-client.ts';
import { archived, refusalOf } from './refusal.ts';
import { Project, User } from './shapes.ts';

/** GitLab's API with the token of one project. */
export interface GitLabClient extends ApiClient {
  /** `/projects/…` of this project, encoded. */
  project: string;
  /** The account of the token. */
  login(): Promise<string>;
}

/**
 * Uses plain `fetch` instead of `@gitbeaker/rest` 43: in a test against a server on loopback, that library repeated a
 * 429 ten times within 0.3 s whatever `Retry-After` said and then no longer reported how long to wait, followed a
 * redirect twenty times with the token, and included the token in its errors (`cause.request.headers`).
 */
export function gitlabClient(access: HostAccess): GitLabClient {
  const secret = tokenOf(access);
  const project = `/projects/${encodeURIComponent(access.repository)}`;
  const client = apiClient(access, {
    label: `GitLab at ${new URL(access.apiUrl).host}`,
    secret,
    headers: { 'private-token': secret },
    paging: numberedPages('per_page', 100),
    refusalOf,
    /**
     * A renamed project redirects to the same path below its number (https://docs.gitlab.com/api/rest/#redirects); a
     * request for that number returns its new name.
     */
    async movedTo({ pathname }, ask) {
      const id = /\/projects\/([^/?]+)/.exec(pathname)?.[1];
      if (id === undefined) return undefined;
      return { name: Project.safeParse((await ask({ path: `/projects/${id}` })).json).data?.path_with_namespace };
    },
    // GitLab reports where the project is now only when it is read (lib/api/helpers.rb of GitLab).
    explainedBy: ({ status, text }) => (status === 405 && /moved projects/i.test(text) ? { path: project } : undefined),
    archive: {
      path: project,
      isArchived: (json) => Project.safeParse(json).data?.archived === true,
      refusal: archived,
    },
  });
  const readLogin = async (): Promise<string> =>
    (await client.ask(User, 'read its own account', { path: '/user' })).username;
  return { ...client, project, login: ownLogin(access, readLogin) };
}

/** Returns the value of the header of all requests; GitLab has no other kinds of credentials. */
export function tokenOf({ credential }: HostAccess): string {
  if (credential.kind === 'token') return credential.token;
  throw new CopydeskError(
    'invalid_request',
    'GitLab needs a personal, project or group access token: connect the project with one.',
  );
}
