import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CopydeskError } from '@copydesk/contract/errors';
import { openGit, type Git, type RunningGit } from './git/git.ts';
import { nextChunk } from './next-chunk.ts';
import { openPathRepository } from './path-repository.ts';
import type { PathRepository } from './path-repository.ts';
import { readPushHead } from './receive/push-head.ts';
import type { PushCommand, PushHead } from './receive/push-head.ts';
import { refusePush } from './receive/push-report.ts';
import type { PushRefusal } from './receive/push-report.ts';
import { listBranches, readPush } from './receive/received-push.ts';
import type { ReceivedPush } from './receive/received-push.ts';
import { hiddenRefs } from './receive/taken-refs.ts';
import { UnexpectedOutput } from './git/unexpected-output.ts';

/** One HTTP request of a git client (gitprotocol-http), already authenticated. */
export interface GitHttpRequest {
  /** The folder of the served repository on this machine, with or without a working copy. */
  repositoryPath: string;
  /** Whether pushes are accepted. Otherwise git's server answers them with 403. */
  receivePack: boolean;
  method: string;
  /** What follows the repository in the URL: `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  service: string;
  /** What follows `?`, undecoded. */
  query: string;
  /** Names in lower case, as Node.js gives them. */
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
  /** The name of the client, for the reflog. */
  remoteUser: string;
  /**
   * Called before git gets a push. The client receives what it refuses, and nothing of the push is accepted. When
   * absent, everything is accepted that git itself does not refuse.
   */
  judge?: (push: { commands: readonly PushCommand[]; branches: string[] }) => Promise<PushRefusal | undefined>;
  /** The maximum size of a push, decompressed; 2 GiB unless given. */
  largestPushBytes?: number;
  environment?: NodeJS.ProcessEnv;
}

export interface GitHttpResponse {
  status: number;
  headers: Record<string, string>;
  /** Destroying it ends git's server. */
  body: Readable;
  /** What a push has moved, known when git has ended; undefined when the request is no push. */
  pushed: (() => Promise<ReceivedPush>) | undefined;
}

/** How long one clone or push may take. */
const requestMilliseconds = 30 * 60_000;

/**
 * Serves a request with `git http-backend` as a CGI program, streaming both ways. Only the smart protocol is served: no
 * file of the repository can be requested. No hook runs, no branch that is checked out can be pushed to, and what is
 * pushed is checked. As root, git runs as the repository's owner.
 * @throws CopydeskError `not_found` for any other path or method, `repository_not_found`; for a malformed push
 *   `invalid_request`, `payload_too_large`, and `insufficient_scope` when the client cannot receive a refusal
 */
export async function serveGit(request: GitHttpRequest): Promise<GitHttpResponse> {
  checkService(request);
  const repository = await openPathRepository(request.repositoryPath);
  const git = openGit(request.environment ?? process.env);
  if (request.service === '/git-receive-pack') return await takePush(git, repository, request);
  const { response } = await runBackend(git, repository, request);
  return { ...response, pushed: undefined };
}

/**
 * Reads what a push wants to move before git starts, and gives exactly that to git, so that both judge the same bytes.
 */
async function takePush(git: Git, repository: PathRepository, request: GitHttpRequest): Promise<GitHttpResponse> {
  const body = decompressBody(request);
  const head = await readPushHead(body);
  const { commands } = head;
  const refusal =
    commands.length === 0
      ? undefined
      : await request.judge?.({ commands, branches: await listBranches(git, repository) });
  if (refusal !== undefined) {
    const headers = { 'content-type': 'application/x-git-receive-pack-result', 'cache-control': 'no-cache' };
    return { status: 200, headers, body: refusePush(head, refusal, body), pushed: undefined };
  }
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = request.headers;
  const { running, response } = await runBackend(git, repository, {
    ...request,
    headers,
    body: Readable.from(headAndRest(head, body), { objectMode: false }),
  });
  const pushed = async () => {
    await running.exit;
    return await readPush(git, repository, commands);
  };
  return { ...response, pushed };
}

/** Git accepts gzip compression, and no other. */
function decompressBody({ headers, body }: GitHttpRequest): Readable {
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? ''))) return body;
  const plain = createGunzip();
  // When the input is broken or ends early, reading it fails with the same error.
  pipeline(body, plain).catch(() => {});
  return plain;
}

async function* headAndRest({ bytes }: PushHead, rest: Readable): AsyncGenerator<Buffer> {
  yield bytes;
  if (!rest.readableEnded) yield* rest;
}

async function runBackend(git: Git, repository: PathRepository, request: GitHttpRequest) {
  const { gitDirectory, owner } = repository;
  const hidden = isOfPush(request) ? await hiddenRefs(git, repository) : [];
  const running = git.start(['http-backend'], {
    as: owner,
    timeoutMilliseconds: requestMilliseconds,
    variables: cgiVariables(request, gitDirectory),
    // http-backend starts other programs with its environment, so their settings must be in it too.
    settings: {
      ...cgiSettings,
      'http.receivepack': String(request.receivePack),
      'receive.maxInputSize': String(request.largestPushBytes ?? largestPushBytes),
      'receive.hideRefs': hidden,
    },
  });
  // A client that disconnects before it has sent everything ends the request.
  pipeline(request.body, running.stdin).catch(() => running.stop());
  try {
    return { running, response: await readResponse(running) };
  } catch (error) {
    running.stop();
    throw error;
  }
}

function checkService({ method, service, query }: GitHttpRequest): void {
  const asked = `${method} ${service}`;
  if (asked === 'POST /git-upload-pack' || asked === 'POST /git-receive-pack') return;
  const name = new URLSearchParams(query).get('service');
  if (asked === 'GET /info/refs' && (name === 'git-upload-pack' || name === 'git-receive-pack')) return;
  throw new CopydeskError(
    'not_found',
    'Only git clients are served here. Use `git clone` with the address of the repository.',
  );
}

function isOfPush({ service, query }: GitHttpRequest): boolean {
  return service === '/git-receive-pack' || new URLSearchParams(query).get('service') === 'git-receive-pack';
}

/**
 * The most that one push may contain, decompressed: enough for docs with their images for the first time, but not for
 * filling a disk.
 */
const largestPushBytes = 2 * 1024 ** 3;

const cgiSettings = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  // Runs when the repository borrows objects. This command lists no refs.
  'core.alternateRefsCommand': 'true',
  'safe.directory': '*',
  'transfer.fsckObjects': 'true',
  'receive.autogc': 'false',
  'receive.denyCurrentBranch': 'refuse',
  'receive.denyDeleteCurrent': 'refuse',
  'http.uploadpack': 'true',
  'http.getanyfile': 'false',
};

function cgiVariables({ method, service, query, headers, remoteUser }: GitHttpRequest, gitDirectory: string) {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const protocol = header('git-protocol');
  const length = header('content-length');
  return {
    GATEWAY_INTERFACE: 'CGI/1.1',
    GIT_PROJECT_ROOT: gitDirectory,
    GIT_HTTP_EXPORT_ALL: '1',
    REQUEST_METHOD: method,
    PATH_INFO: service,
    QUERY_STRING: query,
    CONTENT_TYPE: header('content-type'),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    ...(/^\d+$/.test(length) && { CONTENT_LENGTH: length }),
    ...(/^[a-z0-9=:.-]{1,200}$/i.test(protocol) && { GIT_PROTOCOL: protocol }),
    REMOTE_USER: remoteUser.replaceAll(/[^\w .@-]/g, '_'),
    REMOTE_ADDR: '',
  };
}

/** The largest header of a CGI program. */
const maximumHeaderBytes = 16 * 1024;

/** Reads up to the blank line that ends the header. The rest of the stream is the body. */
async function readResponse(running: RunningGit): Promise<Omit<GitHttpResponse, 'pushed'>> {
  const { stdout } = running;
  let text = Buffer.alloc(0);
  while (text.indexOf('\r\n\r\n') < 0) {
    const chunk = await nextChunk(stdout);
    if (chunk === undefined || text.length > maximumHeaderBytes) {
      const { stderr } = await running.exit;
      throw new UnexpectedOutput(`git http-backend answered no header: ${stderr}`);
    }
    text = Buffer.concat([text, chunk]);
  }
  const end = text.indexOf('\r\n\r\n');
  if (end + 4 < text.length) stdout.unshift(text.subarray(end + 4));
  const lines = text.toString('latin1', 0, end).split('\r\n');
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const { status = '200', ...headers } = Object.fromEntries(fields);
  stdout.on('close', () => {
    if (!stdout.readableEnded) running.stop();
  });
  return { status: Number.parseInt(status, 10), headers, body: stdout };
}
