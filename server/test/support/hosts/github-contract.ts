import { readFile } from 'node:fs/promises';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';

export interface GithubContract extends AsyncDisposable {
  /** Forwards valid requests; answers others with a problem that names the fault. */
  url: string;
}

/**
 * A prism proxy in front of a host, which validates each request against GitHub's own OpenAPI description
 * (`github-openapi.json`, see its `x-source`). Responses pass unchanged.
 */
export async function startGithubContract(upstream: string): Promise<GithubContract> {
  const description: unknown = JSON.parse(await readFile(new URL('github-openapi.json', import.meta.url), 'utf8'));
  const operations = await getHttpOperationsFromSpec(description as object);
  const server = createServer(operations, {
    components: { logger: pino({ level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      errors: true,
      checkSecurity: false,
      validateRequest: true,
      validateResponse: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  });
  const url = await server.listen(0, '127.0.0.1');
  return { url, [Symbol.asyncDispose]: () => server.close() };
}
