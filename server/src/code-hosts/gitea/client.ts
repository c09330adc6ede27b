import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostAccess } from '../access.ts';
import { hostHttp, readAnswer } from '../host-http.ts';
import type { HostAnswer, HostRequest } from '../host-http.ts';
import { archived, moved, refusalOf } from './refusal.ts';
import type { Asked } from './refusal.ts';
import { Repository, User } from './shapes.ts';

/** The API of Gitea or Forgejo with the token of one repository. */
export interface GiteaClient {
  access: HostAccess;
  /** `/repos/{owner}/{repo}`, encoded. */
  repository: string;
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
  /** Parses a reply that must be a success. @throws its refusal. */
  read<Schema extends z.ZodType>(schema: Schema, doing: string, answer: HostAnswer): Promise<z.infer<Schema>>;
  /** Returns the reason for a refusal; checks whether the repository is archived when that would explain it. */
  refusal(answer: HostAnswer, doing: string): Promise<CopydeskError>;
  /** The account of the token. */
  login(): Promise<string>;
}

/** Hosts return at most this many at once, unless configured otherwise (`MAX_RESPONSE_ITEMS`). */
const perPage = 50;

export function giteaClient(access: HostAccess): GiteaClient {
  const secret = tokenOf(access);
  const { apiUrl } = access;
  const repository = `/repos/${access.repository.split('/').map(encodeURIComponent).join('/')}`;
  const asked: Asked = { place: new URL(apiUrl).host, repository: access.repository, secret };
  const askHost = hostHttp(access, { authorization: `token ${secret}` });
  let login: Promise<string> | undefined;

  async function attempt(doing: string, request: HostRequest): Promise<HostAnswer> {
    const answer = await askHost(request);
    if (answer.status === 401) throw refusalOf(answer, asked, doing);
    if (answer.status >= 300 && answer.status < 400) throw movedTo(answer, asked, apiUrl);
    return answer;
  }

  async function refusal(answer: HostAnswer, doing: string): Promise<CopydeskError> {
    if (answer.status === 403 && (await isArchived())) return archived(asked.place, asked.repository);
    return refusalOf(answer, asked, doing);
  }

  async function isArchived(): Promise<boolean> {
    const answer = await attempt('read the repository', { path: repository });
    return Repository.safeParse(answer.json).data?.archived === true;
  }

  async function read<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    answer: HostAnswer,
  ): Promise<z.infer<Schema>> {
    if (answer.status >= 400) throw await refusal(answer, doing);
    return readAnswer(schema, answer, asked.place);
  }

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    request: HostRequest,
  ): Promise<z.infer<Schema>> {
    return await read(schema, doing, await attempt(doing, request));
  }

  async function* pages<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    { most, query, ...request }: HostRequest & { most: number },
  ): AsyncGenerator<z.infer<Schema>[]> {
    for (let page = 1; page <= most; page += 1) {
      const answer = await attempt(doing, { ...request, query: { limit: perPage, ...query, page } });
      yield await read(z.array(schema), doing, answer);
      if (!hasNext(answer.headers)) return;
    }
  }

  async function ownName(): Promise<string> {
    return (await ask(User, 'read its own account', { path: '/user' })).login;
  }

  return {
    access,
    repository,
    ask,
    attempt,
    pages,
    read,
    refusal,
    login: async () => await (login ??= access.login === null ? ownName() : Promise.resolve(access.login)),
  };
}

export function hasNext(headers: Headers): boolean {
  return /rel="?next"?/.test(headers.get('link') ?? '');
}

/** Slashes in a branch's name are not encoded. */
export function branchPath({ repository }: GiteaClient, branch: string): string {
  return `${repository}/branches/${branch.split('/').map(encodeURIComponent).join('/')}`;
}

export function tokenOf({ credential }: HostAccess): string {
  if (credential.kind === 'token') return credential.token;
  throw new CopydeskError('invalid_request', 'Gitea and Forgejo need an access token: connect the project with one.');
}

/**
 * Explains a redirect. A renamed or transferred repository redirects to the same path below its new name
 * (services/context/repo.go of Gitea). Any other redirect means that the API address is wrong.
 */
function movedTo(answer: HostAnswer, { place, repository }: Asked, apiUrl: string): CopydeskError {
  const location = answer.headers.get('location') ?? '';
  const target = URL.canParse(location, apiUrl) ? new URL(location, apiUrl) : undefined;
  const [, owner, name] = /\/repos\/([^/]+)\/([^/?]+)/.exec(target?.pathname ?? '') ?? [];
  const to = `${owner}/${name}`;
  if (target?.origin === new URL(apiUrl).origin && owner !== undefined && to !== repository) {
    return moved(place, repository, decodeURIComponent(to));
  }
  return new CopydeskError(
    'code_host_unreachable',
    `${place} answers with a redirect${target ? ` to ${target.origin}` : ''} instead of its API. Connect the project ` +
      'again with the address to which it redirects.',
    { retryable: false },
  );
}
