import { finished, Readable } from 'node:stream';
import { CopydeskError, ProjectId, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateKey } from '../../projects/key/authenticate.ts';
import type { AuthenticatedKey } from '../../projects/key/authenticate.ts';
import type { PullRequestRepository } from '../../pull-requests/repository.ts';
import { judgePush } from '../../desk/project/judge-push.ts';
import type { JudgedPush, PushRefusal } from '../../desk/project/judge-push.ts';
import { recordPushAs } from '../../desk/project/record-push.ts';
import type { ReceivedPush } from '../../desk/project/record-push.ts';
import { findProject } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import { brokenOff } from '../checks/body.ts';
import { placeOf } from '../rooms/places.ts';
import { openSlots } from '../rooms/slots.ts';
import type { Slots } from '../rooms/slots.ts';
import { addressOf } from '../session/address.ts';
import { actorOf, callerOfKey } from '../session/caller.ts';
import { headerCredentials } from '../session/credentials.ts';
import type { HttpPlugin, HttpServices } from '../services.ts';
import { sendErrorsToGit } from './git-errors.ts';

/** What git over HTTP needs besides the services of the whole server; main.ts passes in the workspace's functions. */
export interface GitOverHttpNeeds {
  serveGit: (request: GitRequest) => Promise<GitReply>;
  /** Returns the folder of a repository that is on this machine. */
  repositoryPath: (project: Project) => string;
  /** @throws CopydeskError `repository_*` */
  repository: (project: Project) => Promise<PullRequestRepository>;
  /**
   * Concurrent clones and pushes, each with its own git process, at most three quarters of them with one key; beyond
   * that the reply is 503.
   */
  maximumAtOnce?: number;
  /** The largest push, unpacked from its transfer encoding. */
  largestPushBytes?: number;
}

interface GitRequest {
  repositoryPath: string;
  receivePack: boolean;
  method: string;
  /** `/info/refs`, `/git-upload-pack` or `/git-receive-pack`. */
  service: string;
  /** Not decoded. */
  query: string;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
  remoteUser: string;
  largestPushBytes: number | undefined;
  /** Called before any of a push is accepted. */
  judge: (push: Pick<JudgedPush, 'commands' | 'branches'>) => Promise<PushRefusal | undefined>;
}

interface GitReply {
  status: number;
  headers: Record<string, string>;
  /** Destroying it ends the git process that writes it. */
  body: Readable;
  /** Returns what a push has changed, known when git has ended; undefined when the request is not a push. */
  pushed: (() => Promise<ReceivedPush>) | undefined;
}

/**
 * Serves git's smart HTTP protocol for the repositories on this machine, under `/git/{projectId}.git`. The API key is
 * the password (or the user) of HTTP Basic, or a Bearer token: `agent:read` clones, `git:push` pushes its own branches,
 * `admin` pushes all.
 */
export function gitOverHttp(needs: GitOverHttpNeeds): HttpPlugin {
  return (app, services) => {
    const config = { room: 'api' } as const;
    const places = needs.maximumAtOnce ?? 16;
    const room = openSlots({ all: places, ofOne: Math.ceil(places * 0.75) });
    // The body is passed to git as it arrives.
    app.addContentTypeParser('*', async () => undefined);
    sendErrorsToGit(app, services);
    const serve = (service: string) => async (request: GitRouteRequest, reply: FastifyReply) =>
      serveService({ app, needs, services, room }, service, request, reply);
    app.get('/git/:repository/info/refs', { config }, serve('/info/refs'));
    app.post('/git/:repository/git-upload-pack', { config }, serve('/git-upload-pack'));
    app.post('/git/:repository/git-receive-pack', { config }, serve('/git-receive-pack'));
  };
}

type GitRouteRequest = FastifyRequest<{ Params: { repository: string } }>;

interface GitHost {
  app: FastifyInstance;
  needs: GitOverHttpNeeds;
  services: HttpServices;
  room: Slots;
}

async function serveService(
  { needs, services, room }: GitHost,
  service: string,
  request: GitRouteRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = request.url.split('?', 2)[1] ?? '';
  const pushes = [service.slice(1), new URLSearchParams(query).get('service')].includes('git-receive-pack');
  // The address is read now, because it is unknown once the client has disconnected, and its push is recorded too.
  const address = addressOf(request);
  const { key, project } = await admit(services, request, reply, pushes);
  if (project.repositoryKind === 'url') throw hostedElsewhereError(project);
  const leave = room.take(key.id);
  try {
    const served = await needs.serveGit({
      repositoryPath: needs.repositoryPath(project),
      receivePack: pushes,
      method: request.method,
      service,
      query,
      headers: request.headers,
      body: request.raw,
      remoteUser: key.name,
      largestPushBytes: needs.largestPushBytes,
      judge: async (push) => await judgePush(services.db, { project, key, ...push }),
    });
    // Either may be over by now: an event that was missed would keep the place taken for good.
    finished(served.body, leave);
    // The client has received everything, or has disconnected: git then need not go on.
    finished(reply.raw, () => served.body.destroy());
    const body = recordedBody(
      served,
      async (push) => {
        const actor = actorOf(callerOfKey(key, address));
        const { db, now } = services;
        await recordPushAs(db, actor, { project, push, at: now(), repository: () => needs.repository(project) });
      },
      request,
    );
    return await reply.status(served.status).headers(served.headers).send(body);
  } catch (error) {
    leave();
    // git has no reply for a client that disconnected, or was disconnected, in the middle of its body.
    throw request.raw.destroyed && !request.raw.complete ? brokenOff() : error;
  }
}

/**
 * Returns the body of a reply that ends only after the push was recorded, so that the pusher finds it in the audit log.
 * A push whose client has disconnected meanwhile is recorded too.
 */
function recordedBody(
  { body, pushed }: GitReply,
  record: (push: ReceivedPush) => Promise<void>,
  request: FastifyRequest,
): Readable {
  if (pushed === undefined) return body;
  let recording: Promise<void> | undefined;
  const recorded = (): Promise<void> =>
    (recording ??= pushed()
      .then(record)
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'a push was not recorded');
      }));
  body.once('close', () => void recorded());
  return Readable.from(endAfter(body, recorded), { objectMode: false });
}

async function* endAfter(body: Readable, last: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* body;
  await last();
}

/** Runs the checks in their order: 401, 403, 404. */
async function admit(
  services: HttpServices,
  request: GitRouteRequest,
  reply: FastifyReply,
  pushes: boolean,
): Promise<{ key: AuthenticatedKey; project: Project }> {
  const key = await authenticate(services, request, reply);
  const scope = pushes ? 'git:push' : 'agent:read';
  if (!key.scopes.includes(scope) && !key.scopes.includes('admin')) {
    throw new CopydeskError('insufficient_scope', `This needs an API key with the scope "${scope}".`);
  }
  const { repository } = request.params;
  const projectId = repository.replace(/\.git$/, '');
  const { organisationId, projectId: keyProjectId } = key;
  const project = ProjectId.safeParse(projectId).success
    ? await findProject(services.db, { organisationId, projectId, keyProjectId })
    : undefined;
  if (project !== undefined) return { key, project };
  throw new CopydeskError('not_found', 'There is no such repository, or this API key may not see it.');
}

/** Authenticates the caller. git asks its user for a name and a password when it gets 401 with this challenge. */
async function authenticate(
  services: HttpServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthenticatedKey> {
  try {
    const credentials = headerCredentials(request);
    if (credentials === undefined) {
      throw new CopydeskError('credentials_required', 'Give an API key as the password, with any user name.');
    }
    const use = { address: addressOf(request), now: services.now() };
    const key = await authenticateKey(services.db, credentials.key, use);
    placeOf(request.raw)?.belongTo(key.id);
    return key;
  } catch (error) {
    if (isCopydeskError(error) && error.status === 401) {
      reply.header('www-authenticate', 'Basic realm="Copydesk", charset="UTF-8"');
    }
    throw error;
  }
}

function hostedElsewhereError({ repository }: Project): CopydeskError {
  return new CopydeskError(
    'not_found',
    `This project's repository is not on this server. Clone it from ${repository}.`,
  );
}
