import { z } from 'zod';
import type { HostAccess } from '../../access.ts';
import { appKey } from './app-key.ts';
import type { AppCredential } from './app-key.ts';
import { moved } from '../requests/moved.ts';
import { refusal } from './refusal.ts';
import { parseReply } from '../requests/parse-reply.ts';
import { githubTransport } from '../requests/transport.ts';
import type { Answer, Parameters, Transport } from '../requests/transport.ts';

/** A GitHub App acting as itself: it signs its requests, and may read its installations and create tokens for them. */
export interface App {
  id: string;
  try(route: string, parameters?: Parameters): Promise<Answer>;
  /** @throws CopydeskError as `refusal` explains. */
  ask<T>(schema: z.ZodType<T>, route: string, parameters?: Parameters): Promise<T>;
  /** Returns the installation that has access to the repository, or the configured one. */
  installation(): Promise<Installation>;
  /** Returns the name of the account that acts for it, such as `our-docs[bot]`. */
  login(): Promise<string>;
}

const Installation = z.object({
  id: z.int(),
  permissions: z.record(z.string(), z.string()),
  suspended_at: z.string().nullish(),
});

export type Installation = z.infer<typeof Installation>;

export function appOf(access: HostAccess, credential: AppCredential): App {
  let transport: Transport | undefined;
  const attempt = async (route: string, parameters: Parameters = {}): Promise<Answer> => {
    transport ??= githubTransport(access, appKey(credential));
    return await transport(route, parameters, {});
  };
  const ask = async <T>(schema: z.ZodType<T>, route: string, parameters?: Parameters): Promise<T> => {
    const answer = await attempt(route, parameters);
    if (answer.status >= 400) throw refusal(answer, { access, route });
    if (answer.status >= 300) throw await moved(access, answer, (path) => attempt(`GET ${path}`));
    return parseReply(schema, answer, { access, route });
  };
  const { appId: id, installationId } = credential;
  return {
    id,
    try: attempt,
    ask,
    installation: async () =>
      installationId === undefined
        ? await ask(Installation, 'GET /repos/{owner}/{repo}/installation')
        : await ask(Installation, 'GET /app/installations/{installation_id}', { installation_id: installationId }),
    login: async () => `${(await ask(z.object({ slug: z.string() }), 'GET /app')).slug}[bot]`,
  };
}
