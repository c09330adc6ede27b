import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostAccess } from '../access.ts';
import { hostHttp, readAnswer } from '../host-http.ts';
import type { AskHost, HostAnswer, HostRequest } from '../host-http.ts';
import { archived, moved, refusalOf } from './refusal.ts';
import type { Asked } from './refusal.ts';
import { Project, User } from './shapes.ts';

/** GitLab's API with the token of one project. */
export interface GitLabClient {
  access: HostAccess;
  /** `/projects/…` of this project, encoded. */
  project: string;
  /** Returns a successful reply, parsed. @param doing in the infinitive, for the message of a refusal. */
  ask<Schema extends z.ZodType>(schema: Schema, doing: string, request: HostRequest): Promise<z.infer<Schema>>;
  /** Returns any reply except 401, 429, 5xx and a redirect. */
  attempt(doing: string, request: HostRequest): Promise<HostAnswer>;
  /** Returns the items of successful replies, page by page, up to a number of pages. */
  pages<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    request: HostRequest & { most: number },
  ): AsyncGenerator<z.infer<Schema>[]>;
  /** Returns the reason for a refusal; checks whether the project is archived when that would explain it. */
  refusal(answer: HostAnswer, doing: string): Promise<CopydeskError>;
  /** The account of the token. */
  login(): Promise<string>;
}

const perPage = 100;

/**
 * Uses plain `fetch` instead of `@gitbeaker/rest` 43: in a test against a server on loopback, that library repeated a
 * 429 ten times within 0.3 s whatever `Retry-After` said and then no longer reported how long to wait, followed a
 * redirect twenty times with the token, and included the token in its errors (`cause.request.headers`).
 */
export function gitlabClient(access: HostAccess): GitLabClient {
  const secret = tokenOf(access);
  const { repository, apiUrl } = access;
  const project = `/projects/${encodeURIComponent(repository)}`;
  const asked: Asked = { place: new URL(apiUrl).host, repository, secret };
  const askHost = hostHttp(access, { 'private-token': secret });
  let login: Promise<string> | undefined;

  async function attempt(doing: string, request: HostRequest): Promise<HostAnswer> {
    const answer = await askHost(request);
    if (answer.status === 401) throw refusalOf(answer, asked, doing);
    if (answer.status >= 300 && answer.status < 400) throw await movedTo(askHost, answer, asked, apiUrl);
    // GitLab reports where the project is now only when it is read (lib/api/helpers.rb of GitLab).
    if (answer.status === 405 && /moved projects/i.test(answer.text)) await attempt(doing, { path: project });
    return answer;
  }

  async function refusal(answer: HostAnswer, doing: string): Promise<CopydeskError> {
    if (answer.status === 403 && (await isArchived())) return archived(asked.place, repository);
    return refusalOf(answer, asked, doing);
  }

  async function isArchived(): Promise<boolean> {
    const answer = await attempt('read the project', { path: project });
    return Project.safeParse(answer.json).data?.archived === true;
  }

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    request: HostRequest,
  ): Promise<z.infer<Schema>> {
    const answer = await attempt(doing, request);
    if (answer.status >= 400) throw await refusal(answer, doing);
    return readAnswer(schema, answer, `GitLab at ${asked.place}`);
  }

  async function* pages<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    { most, query, ...request }: HostRequest & { most: number },
  ): AsyncGenerator<z.infer<Schema>[]> {
    for (let page = 1; page <= most; page += 1) {
      const answer = await attempt(doing, { ...request, query: { per_page: perPage, ...query, page } });
      if (answer.status >= 400) throw await refusal(answer, doing);
      yield readAnswer(z.array(schema), answer, `GitLab at ${asked.place}`);
      if (!hasNext(answer.headers)) return;
    }
  }

  return {
    access,
    project,
    ask,
    attempt,
    pages,
    refusal,
    login: async () => await (login ??= access.login === null ? ownName() : Promise.resolve(access.login)),
  };

  async function ownName(): Promise<string> {
    return (await ask(User, 'read its own account', { path: '/user' })).username;
  }
}

/** Returns the value of the header of all requests; GitLab has no other kinds of credentials. */
export function tokenOf({ credential }: HostAccess): string {
  if (credential.kind === 'token') return credential.token;
  throw new CopydeskError(
    'invalid_request',
    'GitLab needs a personal, project or group access token: connect the project with one.',
  );
}

/** https://docs.gitlab.com/api/rest/#pagination */
export function hasNext(headers: Headers): boolean {
  return (headers.get('x-next-page') ?? '') !== '' || /rel="?next"?/.test(headers.get('link') ?? '');
}

/**
 * Explains a redirect. A renamed project redirects to the same path below its number
 * (https://docs.gitlab.com/api/rest/#redirects); a request for that number returns its new name. Any other redirect
 * means that the API address is wrong.
 */
async function movedTo(askHost: AskHost, answer: HostAnswer, asked: Asked, apiUrl: string): Promise<CopydeskError> {
  const location = answer.headers.get('location') ?? '';
  const target = URL.canParse(location, apiUrl) ? new URL(location, apiUrl) : undefined;
  const id = /\/projects\/([^/?]+)/.exec(target?.pathname ?? '')?.[1];
  if (target === undefined || id === undefined || target.origin !== new URL(apiUrl).origin) {
    return new CopydeskError(
      'code_host_unreachable',
      `${asked.place} answers with a redirect${target ? ` to ${target.origin}` : ''} instead of its API. Connect the ` +
        'project again with the address to which it redirects.',
      { retryable: false },
    );
  }
  const found = Project.safeParse((await askHost({ path: `/projects/${id}` })).json).data;
  return moved(asked.place, asked.repository, found?.path_with_namespace);
}
