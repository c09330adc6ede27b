import type { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostAccess } from '../access.ts';
import { hostHttp, readAnswer } from './host-http.ts';
import type { AskHost, HostAnswer, HostRequest } from './host-http.ts';
import { moved, redirected } from './refusals.ts';
import type { Asked } from './refusals.ts';

/** The API of a host with the credential of one repository. Each kind of host adds its own paths. */
export interface ApiClient {
  access: HostAccess;
  /** Returns a successful reply, parsed. @param doing in the infinitive, for the message of a refusal. */
  ask<Schema extends z.ZodType>(schema: Schema, doing: string, request: HostRequest): Promise<z.infer<Schema>>;
  /** Returns any reply except 401, 429, 5xx and a redirect. */
  attempt(doing: string, request: HostRequest): Promise<HostAnswer>;
  /** Returns the items of successful replies, page by page, up to a number of pages. */
  pages<Schema extends z.ZodType>(schema: Schema, doing: string, list: HostList): AsyncGenerator<z.infer<Schema>[]>;
  /**
   * Returns the items of a list as far as they can be read. What the credential may not read, or is switched off in the
   * repository, counts as absent. `isWhole` is false when there are more than were read.
   */
  readable<Schema extends z.ZodType>(
    schema: Schema,
    doing: string,
    list: HostList,
  ): Promise<{ found: z.infer<Schema>[]; isWhole: boolean }>;
  /** Parses a reply that must be a success. @throws its refusal. */
  read<Schema extends z.ZodType>(schema: Schema, doing: string, answer: HostAnswer): Promise<z.infer<Schema>>;
  /** Returns the reason for a refusal; checks whether the repository is archived when that would explain it. */
  refusal(answer: HostAnswer, doing: string): Promise<CopydeskError>;
}

/** A request whose reply comes in pages, of which at most so many are read. */
export type HostList = HostRequest & { most: number };

/** How one kind of host speaks over HTTP. */
export interface Dialect {
  /** What messages call it, such as `GitLab at git.example.com`. */
  label: string;
  /** The credential, which no message may contain. */
  secret: string;
  /** Headers that authenticate. */
  headers: Record<string, string>;
  paging: Paging;
  /** Explains a refusal. */
  refusalOf: (answer: HostAnswer, asked: Asked, doing: string) => CopydeskError;
  /** Returns the repository's new name from the target of a redirect; undefined when it is about something else. */
  movedTo: (target: URL, ask: AskHost) => Promise<{ name: string | undefined } | undefined>;
  /** Returns a request whose reply says more than this reply. */
  explainedBy?: (answer: HostAnswer) => HostRequest | undefined;
  /** How a refusal by an archived repository is recognised; absent when the host has none. */
  archive?: { path: string; isArchived: (json: unknown) => boolean; refusal: (asked: Asked) => CopydeskError };
}

/** How a host divides lists into pages. */
export interface Paging {
  /** The number of items on a page. */
  size: number;
  first: (request: HostRequest) => HostRequest;
  /** Returns the request for the page after this one; undefined after the last. */
  next: (answer: HostAnswer, request: HostRequest) => HostRequest | undefined;
  /** Returns the items in the body of a reply. */
  items: (json: unknown) => unknown;
}

export function apiClient(access: HostAccess, dialect: Dialect): ApiClient {
  const { apiUrl } = access;
  const { label, paging } = dialect;
  const asked: Asked = { place: new URL(apiUrl).host, repository: access.repository, secret: dialect.secret };
  const askHost = hostHttp(access, dialect.headers);

  const client: ApiClient = {
    access,
    async attempt(doing, request) {
      const answer = await askHost(request);
      if (answer.status === 401) throw dialect.refusalOf(answer, asked, doing);
      if (answer.status >= 300 && answer.status < 400) throw await redirectOf(answer);
      const better = dialect.explainedBy?.(answer);
      if (better !== undefined) await client.attempt(doing, better);
      return answer;
    },
    async ask(schema, doing, request) {
      return await client.read(schema, doing, await client.attempt(doing, request));
    },
    async read(schema, doing, answer) {
      if (answer.status >= 400) throw await client.refusal(answer, doing);
      return readAnswer(schema, answer, label);
    },
    pages: (schema, doing, list) => readPages(client, paging, schema, doing, list),
    readable: (schema, doing, list) => readReadable(client, paging, schema, doing, list),
    async refusal(answer, doing) {
      const { archive } = dialect;
      if (answer.status === 403 && archive !== undefined) {
        const { json } = await client.attempt('read the repository', { path: archive.path });
        if (archive.isArchived(json)) return archive.refusal(asked);
      }
      return dialect.refusalOf(answer, asked, doing);
    },
  };
  return client;

  async function redirectOf(answer: HostAnswer): Promise<CopydeskError> {
    const target = URL.parse(answer.headers.get('location') ?? '', apiUrl) ?? undefined;
    const to = target?.origin === new URL(apiUrl).origin ? await dialect.movedTo(target, askHost) : undefined;
    return to === undefined ? redirected(asked, target) : moved(asked, to.name);
  }
}

async function* readPages<Schema extends z.ZodType>(
  client: ApiClient,
  paging: Paging,
  schema: Schema,
  doing: string,
  { most, ...list }: HostList,
): AsyncGenerator<z.infer<Schema>[]> {
  let request: HostRequest | undefined = paging.first(list);
  for (let page = 1; request !== undefined && page <= most; page += 1) {
    const answer: HostAnswer = await client.attempt(doing, request);
    yield await client.read(z.array(schema), doing, itemsOf(answer, paging));
    request = paging.next(answer, request);
  }
}

async function readReadable<Schema extends z.ZodType>(
  client: ApiClient,
  paging: Paging,
  schema: Schema,
  doing: string,
  { most, ...list }: HostList,
): Promise<{ found: z.infer<Schema>[]; isWhole: boolean }> {
  const found: z.infer<Schema>[] = [];
  let request: HostRequest | undefined = paging.first(list);
  for (let page = 1; page <= most; page += 1) {
    const answer: HostAnswer = await client.attempt(doing, request);
    if (answer.status >= 400) return { found, isWhole: true };
    const items = await client.read(z.array(schema), doing, itemsOf(answer, paging));
    // A self-hosted server may return more than was requested.
    found.push(...items.slice(0, paging.size));
    request = paging.next(answer, request);
    if (request === undefined) return { found, isWhole: items.length <= paging.size };
  }
  return { found, isWhole: false };
}

function itemsOf(answer: HostAnswer, paging: Paging): HostAnswer {
  return answer.status >= 400 ? answer : { ...answer, json: paging.items(answer.json) };
}

/** Returns a function that returns the account of the credential, which is read once when it is not known. */
export function ownLogin({ login }: HostAccess, read: () => Promise<string>): () => Promise<string> {
  let found: Promise<string> | undefined;
  return async () => await (found ??= login === null ? read() : Promise.resolve(login));
}

/** Returns the paging of hosts that number their pages and link to the next one (RFC 8288). */
export function numberedPages(sizeParameter: string, size: number): Paging {
  return {
    size,
    first: (request) => ({ ...request, query: { [sizeParameter]: size, ...request.query, page: 1 } }),
    next(answer, request) {
      if (!hasNext(answer.headers)) return undefined;
      return { ...request, query: { ...request.query, page: Number(request.query?.['page']) + 1 } };
    },
    items: (json) => json,
  };
}

/** GitLab also names the next page in a header of its own (https://docs.gitlab.com/api/rest/#pagination). */
function hasNext(headers: Headers): boolean {
  return (headers.get('x-next-page') ?? '') !== '' || /rel="?next"?/.test(headers.get('link') ?? '');
}
