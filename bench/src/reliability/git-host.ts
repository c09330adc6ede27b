import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { serveGit } from '../../../server/src/workspace/http-backend.ts';

/** A git server on a loopback port that anybody may read from and push to. */
export interface GitHost extends AsyncDisposable {
  /** The address of its one repository. */
  url: string;
}

export async function serveRepository(repositoryPath: string): Promise<GitHost> {
  const server = createServer((request, response) => {
    answer(repositoryPath, request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The port of the git server is not known.');
  return {
    url: `http://127.0.0.1:${address.port}/site.git`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(repositoryPath: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://host');
  const served = await serveGit({
    repositoryPath,
    receivePack: true,
    method: request.method ?? 'GET',
    service: pathname.replace(/^\/site\.git/, ''),
    query: search.slice(1),
    headers: request.headers,
    body: request,
    remoteUser: 'bench',
  });
  response.writeHead(served.status, served.headers);
  await pipeline(served.body, response);
}
