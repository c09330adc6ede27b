import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isCopydeskError } from '@copydesk/contract';
import { serveGit } from '../../src/workspace/http-backend.ts';

/** How requests fail, until it is set to undefined again. */
export type Fault =
  | { kind: 'status'; status: number; location?: string }
  /** The connection is cut before the response, or after so many bytes of it. */
  | { kind: 'cut'; afterBytes: number }
  /** No response ever comes. */
  | { kind: 'silence' };

export interface GitHost extends AsyncDisposable {
  /** The URL of a served repository. */
  url(name: string): string;
  /** The required value of the Authorization header; when undefined, anybody has access. */
  authorization: string | undefined;
  fault: Fault | undefined;
  /** Whether pushes are accepted. */
  receivePack: boolean;
  /** Method and path of the requests, oldest first. */
  requests: string[];
}

/** Serves local repositories by name, over HTTP on a loopback port. */
export async function startGitHost(repositories: Record<string, string>): Promise<GitHost> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (isCopydeskError(error)) response.writeHead(error.status).end();
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host: GitHost = {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    authorization: undefined,
    fault: undefined,
    receivePack: true,
    requests: [],
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    host.requests.push(`${request.method} ${pathname}${search}`);
    if (host.fault && (await fail(host.fault, response))) return;
    if (host.authorization !== undefined && request.headers.authorization !== host.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const [, name = '', service = ''] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
    const repositoryPath = repositories[name];
    if (repositoryPath === undefined) {
      response.writeHead(404).end();
      return;
    }
    const served = await serveGit({
      repositoryPath,
      receivePack: host.receivePack,
      method: request.method ?? 'GET',
      service,
      query: search.slice(1),
      headers: request.headers,
      body: request,
      remoteUser: 'tester',
    });
    response.writeHead(served.status, served.headers);
    if (host.fault?.kind === 'cut') {
      for await (const chunk of served.body) {
        response.write((chunk as Buffer).subarray(0, host.fault.afterBytes));
        break;
      }
      response.destroy();
      return;
    }
    await pipeline(served.body, response);
  }

  return host;
}

/** Carries out a fault. Returns true when nothing else is to be sent. */
async function fail(fault: Fault, response: ServerResponse): Promise<boolean> {
  if (fault.kind === 'status') {
    response.writeHead(fault.status, fault.location === undefined ? {} : { location: fault.location }).end();
    return true;
  }
  if (fault.kind === 'silence') return true;
  if (fault.afterBytes === 0) response.destroy();
  return fault.afterBytes === 0;
}
