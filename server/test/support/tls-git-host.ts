import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { spawnProgram } from '../../src/workspace/programs/spawn.ts';
import { testFolder } from './git-repository.ts';

/** A request as the host's rules see it. */
export interface TlsGitRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** `git-upload-pack` to read, `git-receive-pack` to push. */
  service: string | undefined;
  /** The user and password of the Basic authorization. */
  login: { username: string; password: string } | undefined;
}

/** A response instead of git's: a status with a text, a cut connection, or none at all. */
export type TlsGitAnswer = { status: number; text?: string; headers?: Record<string, string> } | 'cut' | 'silence';

export interface TlsGitHost extends AsyncDisposable {
  /** `https://127.0.0.1:port`. */
  origin: string;
  /** The URL of a repository: `url('acme/docs.git')`. */
  url(name: string): string;
  /** A file with the certificate, for `GIT_SSL_CAINFO` and `NODE_EXTRA_CA_CERTS`. */
  certificateFile: string;
  /** Accepted passwords (tokens); read at each request, so that one can expire in the middle of a job. */
  tokens: Set<string>;
  /** Tokens that may only read. */
  readOnly: Set<string>;
  /** Repositories by their path, such as `acme/docs.git`. */
  repositories: Map<string, string>;
  /** Decides about a request before git gets it; undefined lets the request pass. */
  rule: ((request: TlsGitRequest) => TlsGitAnswer | undefined | Promise<TlsGitAnswer | undefined>) | undefined;
  /** Answers requests that are not for git, such as an API's; false when it did not answer. */
  other: ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  /** The requests, oldest first. */
  requests: TlsGitRequest[];
}

/** A real `git http-backend` behind real TLS and Basic authorization, on a loopback port. */
export async function startTlsGitHost(repositories: Record<string, string> = {}): Promise<TlsGitHost> {
  const folder = await testFolder();
  const certificateFile = join(folder.path, 'certificate.pem');
  await writeFile(certificateFile, loopbackCertificate);
  const server = createServer({ key: loopbackKey, cert: loopbackCertificate }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  // A client that does not trust the certificate disconnects.
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${port}`;
  const host: TlsGitHost = {
    origin,
    url: (name) => `${origin}/${name}`,
    certificateFile,
    tokens: new Set(),
    readOnly: new Set(),
    repositories: new Map(Object.entries(repositories)),
    rule: undefined,
    other: undefined,
    requests: [],
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await folder[Symbol.asyncDispose]();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const [, name = '', servicePath] =
      /^\/(.+?)(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/.exec(pathname) ?? [];
    if (servicePath === undefined) {
      if ((await host.other?.(request, response)) !== true) response.writeHead(404).end();
      return;
    }
    const service = searchParams.get('service') ?? servicePath.slice(1);
    const asked = { method: request.method ?? 'GET', path: pathname, service, login: loginOf(request) };
    host.requests.push(asked);
    const refusal = (await host.rule?.(asked)) ?? refusalOf(asked, name);
    if (refusal === 'silence') return;
    if (refusal === 'cut') return void response.destroy();
    if (refusal !== undefined) {
      const { status, text = '', headers } = refusal;
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
      return;
    }
    await runBackend({ request, response, repositoryPath: host.repositories.get(name) ?? '', servicePath });
  }

  /** Refuses as hosts do: 401 without a valid token, 404 for what does not exist, 403 to a token that may not push. */
  function refusalOf({ login, service }: TlsGitRequest, name: string): TlsGitAnswer | undefined {
    const mayRead = login !== undefined && (host.tokens.has(login.password) || host.readOnly.has(login.password));
    if (!mayRead) return { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } };
    if (!host.repositories.has(name)) return { status: 404, text: 'Repository not found.' };
    const mayPush = host.tokens.has(login.password);
    if (service === 'git-receive-pack' && !mayPush) {
      return { status: 403, text: 'Write access to repository not granted.' };
    }
    return undefined;
  }

  return host;
}

/**
 * Runs git's own server as a CGI program (RFC 3875); unlike the product's, it runs the hooks that a test has installed.
 */
async function runBackend(options: {
  request: IncomingMessage;
  response: ServerResponse;
  repositoryPath: string;
  servicePath: string;
}): Promise<void> {
  const { request, response, repositoryPath, servicePath } = options;
  const { searchParams } = new URL(request.url ?? '/', 'https://host');
  const backend = spawnProgram({
    program: 'git',
    given: ['-c', 'safe.directory=*', '-c', 'http.receivepack=true', 'http-backend'],
    cwd: process.cwd(),
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROJECT_ROOT: repositoryPath,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: servicePath,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      CONTENT_LENGTH: request.headers['content-length'],
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'tester',
    },
  });
  pipeline(request, backend.stdin).catch(() => backend.signal('SIGTERM'));
  const [output, { code, stderr }] = await Promise.all([buffer(backend.stdout), backend.exit]);
  const end = output.indexOf('\r\n\r\n');
  if (end < 0) return void response.writeHead(500).end(`git http-backend exited with ${code}: ${stderr}`);
  const headers = output.subarray(0, end).toString('latin1').split('\r\n');
  let status = 200;
  for (const line of headers) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status).end(output.subarray(end + 4));
}

function loginOf(request: IncomingMessage): TlsGitRequest['login'] {
  const [, encoded] = /^basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** A key and a certificate for localhost and 127.0.0.1, made only for these tests, valid for a hundred years. */
export const loopbackKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMSARFqop4s3LJHuf
0CR4u2X5OqDtNv6PjeKnj3xqw7ehRANCAAT717uk+NEugfnxAv+DnqjtRPK1djMS
oABNw1/kixMH9DzgmCxu7X+bAocC6AWvBkHhi1UINgxhY01qXT9lv26o
-----END PRIVATE KEY-----
`;

export const loopbackCertificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUGCQkCoi1ijEHJe/EyisvGp80vMEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTExMjUyMVoYDzIxMjYxMDI4
MTEyNTIxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT717uk+NEugfnxAv+DnqjtRPK1djMSoABNw1/kixMH9DzgmCxu7X+b
AocC6AWvBkHhi1UINgxhY01qXT9lv26oo28wbTAdBgNVHQ4EFgQU1teqdZ1o1tma
JTAaphRhuPL35uswHwYDVR0jBBgwFoAU1teqdZ1o1tmaJTAaphRhuPL35uswDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgaNMt6q+HdhA1hGLxRJp5pLqa/DXjipltjihAi1I9DxUCIDTo
+3J4M1+NzfbT+AxbCJIs1fWF8jBBCabHEk8QJbaq
-----END CERTIFICATE-----
`;
