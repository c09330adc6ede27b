import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isCopydeskError } from '@copydesk/contract';
import { serveGit } from '../../../server/src/workspace/http-backend.ts';
import type { Trouble } from '../faults/schedule.ts';
import type { Troubles } from '../faults/troubles.ts';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';
import type { Repositories } from './repositories.ts';

/**
 * The name by which the product knows the git host. Nobody resolves it: each process reaches the host through a proxy
 * of its own.
 */
const hostName = 'git.chaos.test';

/** Another name of it, for repositories of the product: elsewhere than the docs, nobody asks for their pull requests. */
const productHostName = 'product.chaos.test';

/** One branch that a push wanted to move. */
export interface Push {
  process: string;
  repository: string;
  branch: string;
  commit: string;
  accepted: boolean;
}

export interface GitHost {
  urlOf: (repository: string) => string;
  /** The same repository at a host that is not the one of the docs. */
  productUrlOf: (repository: string) => string;
  /**
   * Opens the way of one process to the host: a proxy, which git takes from its environment. So the host knows which
   * process is calling, although the repository address is the same for all.
   */
  openDoor: (process: string) => Promise<Listening>;
}

/** Serves bare repositories over HTTP with the git program, with the troubles that a distant host may have. */
export function openGitHost(options: {
  repositories: Repositories;
  troubles: Troubles;
  onPush: (push: Push) => void;
}): GitHost {
  return {
    urlOf: (repository) => `http://${hostName}/${repository}.git`,
    productUrlOf: (repository) => `http://${productHostName}/${repository}.git`,
    openDoor: (process) => listen((request, response) => answer({ ...options, process }, request, response)),
  };
}

interface Door {
  process: string;
  repositories: Repositories;
  troubles: Troubles;
  onPush: (push: Push) => void;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function answer(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { hostname, pathname, search } = new URL(request.url ?? '/', `http://${hostName}`);
  const [, repository = '', service = ''] = /^\/([\w-]+)\.git(\/.*)$/.exec(pathname) ?? [];
  if (![hostName, productHostName].includes(hostname) || repository === '') return void response.writeHead(404).end();
  const write = service === '/git-receive-pack';
  const trouble = door.troubles.take('git', { write });
  if (trouble === 'errors') return void response.writeHead(500).end('trouble');
  const body = await buffer(request);
  const serve = async (): Promise<Answer> => {
    const served = await serveOnce(door, request, { repository, service, query: search.slice(1), body });
    if (write) reportPushes(door, repository, body, served);
    return served;
  };
  let served = await serve();
  if (trouble === 'twice') served = await serve();
  finish(response, served, trouble);
}

function finish(response: ServerResponse, { status, headers, body }: Answer, trouble: Trouble | undefined): void {
  if (trouble === 'lost-answer') return void response.destroy();
  // The length tells git that something is missing.
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (trouble !== 'cut') return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}

async function serveOnce(
  { repositories, process }: Door,
  request: IncomingMessage,
  asked: { repository: string; service: string; query: string; body: Buffer },
): Promise<Answer> {
  try {
    const served = await serveGit({
      repositoryPath: repositories.directoryOf(asked.repository),
      receivePack: true,
      method: request.method ?? 'GET',
      service: asked.service,
      query: asked.query,
      headers: request.headers,
      body: Readable.from([asked.body]),
      remoteUser: process,
    });
    return { status: served.status, headers: served.headers, body: await buffer(served.body) };
  } catch (error) {
    if (!isCopydeskError(error)) throw error;
    return { status: error.status, headers: {}, body: Buffer.from(error.message) };
  }
}

/** The commands of a push are at the head of its body, and the result of each is in the response (gitprotocol-pack). */
function reportPushes(door: Door, repository: string, body: Buffer, served: Answer): void {
  const commands = body.toString('latin1').matchAll(/[0-9a-f]{40} ([0-9a-f]{40}) refs\/heads\/([^\0\n ]+)/g);
  for (const [, commit = '', branch = ''] of commands) {
    const accepted = served.body.includes(`ok refs/heads/${branch}`);
    door.onPush({ process: door.process, repository, branch, commit, accepted });
  }
}
