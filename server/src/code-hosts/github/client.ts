import type { CopydeskError } from '@copydesk/contract';
import type { z } from 'zod';
import type { HostAccess } from '../access.ts';
import { credentialOf } from './access/credentials.ts';
import type { GithubCredential } from './access/credentials.ts';
import { moved } from './requests/moved.ts';
import { refusal } from './access/refusal.ts';
import { cachedReply, cacheReply } from './requests/reply-cache.ts';
import { parseReply } from './requests/parse-reply.ts';
import { githubTransport } from './requests/transport.ts';
import type { Answer, Parameters } from './requests/transport.ts';

/** Calls the API of GitHub for one repository: `{owner}` and `{repo}` of a route are replaced by its own. */
export interface GithubClient {
  access: HostAccess;
  credential: GithubCredential;
  /**
   * Returns the reply, whatever its status.
   * @throws CopydeskError `code_host_unreachable`, or why there is no credential.
   */
  try(route: string, parameters?: Parameters): Promise<Answer>;
  /** Returns a parsed success. @throws CopydeskError as {@link refusal} and {@link moved} explain. */
  ask<T>(schema: z.ZodType<T>, route: string, parameters?: Parameters): Promise<T>;
  /**
   * Like `ask`, for a request that is repeated: while the reply is the same, it does not count against the rate limit.
   */
  askAgain<T>(schema: z.ZodType<T>, route: string, parameters?: Parameters): Promise<T>;
  /** Parses a reply by its schema. @throws CopydeskError `code_host_unreachable` when it does not come from GitHub. */
  read<T>(schema: z.ZodType<T>, answer: Answer, route: string): T;
  /** Explains a reply that is no success. */
  refusal(answer: Answer, route: string): Promise<CopydeskError>;
}

export function githubClient(access: HostAccess): GithubClient {
  const transport = githubTransport(access);
  const credential = credentialOf(access);

  const send = async (route: string, parameters: Parameters, headers: Record<string, string>): Promise<Answer> => {
    const authorization = await credential.authorization();
    const answer = await transport(route, parameters, { ...headers, authorization });
    // The token of an installation may be revoked early: the request did nothing, so a new token is created once.
    if (answer.status !== 401 || !credential.forget(authorization)) return answer;
    const renewed = await credential.authorization();
    return await transport(route, parameters, { ...headers, authorization: renewed });
  };

  const why = async (answer: Answer, route: string): Promise<CopydeskError> =>
    answer.status < 400
      ? await moved(access, answer, (location) => send(`GET ${location}`, {}, {}))
      : refusal(answer, { access, route });

  return {
    access,
    credential,
    try: async (route, parameters = {}) => await send(route, parameters, {}),
    ask: async (schema, route, parameters = {}) => {
      const answer = await send(route, parameters, {});
      if (answer.status >= 300) throw await why(answer, route);
      return parseReply(schema, answer, { access, route });
    },
    askAgain: async (schema, route, parameters = {}) => {
      const key = JSON.stringify([access.apiUrl, access.repository, credential.name, route, parameters]);
      const before = cachedReply(key, schema);
      const answer = await send(route, parameters, before === undefined ? {} : { 'if-none-match': before.etag });
      if (answer.status === 304 && before !== undefined) return before.value;
      if (answer.status >= 300) throw await why(answer, route);
      const value = parseReply(schema, answer, { access, route });
      cacheReply(key, answer.headers.etag, value);
      return value;
    },
    read: (schema, answer, route) => parseReply(schema, answer, { access, route }),
    refusal: why,
  };
}
