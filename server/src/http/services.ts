import type {
  AskedQuestions,
  Connection,
  ConnectionChecks,
  ConnectionRequest,
  CopydeskError,
  ErrorCode,
  JobDiff,
  ServerHealth,
  SetConnection,
  TouchedFile,
} from '@copydesk/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../audit/actor.ts';
import type { Sights } from '../automations/ports.ts';
import type { Classifier } from '../analytics/classify/classifier.ts';
import type { Salts } from '../analytics/collect/salts.ts';
import type { ViewStore } from '../analytics/store/arrival.ts';
import type { NewHostEvent } from '../jobs/host-events.ts';
import type { Budget, Prices } from '../jobs/usage.ts';
import type { ConcurrencyLimits } from '../jobs/waiting.ts';
import type { authenticateKey } from '../projects/keys.ts';
import type { Passwords } from '../people/passwords.ts';
import type { Project } from '../projects/project.ts';
import type { HttpProjects } from './projects-port.ts';
import type { Attempts } from './session/attempts.ts';
import type { createWebhook } from '../webhooks/webhook.ts';
import type { Following } from './open-streams.ts';
import type { TestMode } from './test-mode-port.ts';
import type { FairTurns } from './rooms/fair-turns.ts';
import type { WaySeen } from './way-seen.ts';

/** The database, opaque here: http/ hands it on to jobs/ and projects/ and never queries it. */
type Database = Parameters<typeof authenticateKey>[0];

/** What a commit did, as page views are compared by it. */
export interface CommitChange {
  mergedAt: Date;
  touched: TouchedFile[];
}

/** All that the server needs of the rest of the house; main.ts hands it in. */
export interface HttpServices {
  db: Database;
  /** One line a request, and every error that is a bug; never a key, a cookie or a query string. */
  log: FastifyBaseLogger;
  now: () => Date;
  /** The public address of this server, without a slash at its end: links in replies begin with it. */
  baseUrl: string;
  /** The version of Copydesk, for the OpenAPI document. */
  version: string;
  /** Addresses (CIDR) of the proxies whose `X-Forwarded-For` is believed; the socket's address counts when empty. */
  trustedProxies: string[];
  quotas: HttpQuotas;
  views: HttpViews;
  /** What seals the secrets of webhooks, and which networks they may be sent to that are not public. */
  webhooks: Parameters<typeof createWebhook>[1];
  hostWebhooks: HostWebhooks;
  connections: HttpConnections;
  projects: HttpProjects;
  /** What test keys work on; without it they name projects by the ids of test projects alone. */
  testMode?: TestMode;
  /** What bounds jobs, where their project says nothing itself. */
  jobLimits: { budget: Budget; prices: Prices; concurrency: ConcurrencyLimits };
  /** What automations see, for what they would have done. */
  automationSights: Sights;
  limits?: Partial<HttpLimits>;
  /** Whether an error is the database's, or of the way to it: what it says is for whoever runs the server alone. */
  isDatabaseFault: (error: unknown) => boolean;
  /** Whether the process is about to stop: everything is answered 503 from then on. */
  isDraining: () => boolean;
  /** What stands in the way of work, such as `migrations` that are not applied; empty when ready. May throw. */
  readiness: () => Promise<{ name: string; detail: string }[]>;
  /**
   * Calls back with the job's id when an event was recorded in any process, and with undefined after the connection
   * was lost and found again, when events may have been missed. Answers the way to stop.
   */
  onJobEvent: (callback: (jobId: string | undefined) => void) => () => void;
  /** Calls back with each piece that was told of what a model is writing, in any process. Answers the way to stop. */
  onJobText: (callback: (payload: string) => void) => () => void;
  /** What a new job of the project starts from; `sourceRepository` is a URL without credentials. */
  jobDefaults: (project: Project) => { model: string; sourceRepository: string; baseRef: string };
  /** @throws CopydeskError `repository_unreachable`, `repository_not_found` */
  readDiff: (project: Project, jobId: string) => Promise<JobDiff>;
  /**
   * Asks the docs, as they stand on a branch, what they must answer.
   * @throws CopydeskError `repository_*`, `ref_not_found`, `no_questions`, `overloaded`
   */
  askQuestions: (project: Project, ref?: string) => Promise<AskedQuestions>;
  /** What a commit of the project's branch did to its docs. @throws CopydeskError `repository_*`, `ref_not_found` */
  readCommit: (project: Project, commit: string) => Promise<CommitChange>;
  /** Is told of each reply: what the request was for, its status, the route and how long it took. */
  onReplied?: OnReplied | undefined;
  /** How the server is, to who came by that way: it answers in bounded time, whatever is broken. */
  health: (seen: WaySeen) => Promise<ServerHealth>;
  /** What browsers are shown where clients are answered with JSON; they are answered alike when absent. */
  browser?: BrowserPages;
  /** Pages, git over HTTP: each is registered in a scope of its own, with the hooks of the whole server around it. */
  plugins?: HttpPlugin[];
}

type OnReplied = (room: string, status: number, timing?: { route: string; seconds: number }) => void;

/**
 * Adds routes. Its scope has no content type parser (add what the routes take), and errors that its routes throw
 * are answered as problems unless it sets its own error handler.
 */
export type HttpPlugin = (app: FastifyInstance, services: PluginServices) => void | Promise<void>;

/** The services, and what the server has once for its pages and its API. */
export interface ServerServices extends HttpServices {
  /** Who guesses a password on a page and by the API is one who guesses. */
  attempts: Attempts;
  passwords: Passwords;
}

/** What plugins are given. */
export interface PluginServices extends ServerServices {
  limits: HttpLimits;
  /** The OpenAPI document of the API. */
  openApi: () => Promise<object>;
  /** Turns of making what is large. */
  largeAnswers: FairTurns;
  /** Begins a stream of a job as the reply to a request. @throws CopydeskError `overloaded`, `draining` */
  followJob: (of: { jobId: string; callerId: string }, request: FastifyRequest, reply: FastifyReply) => Following;
}

/** Pages in the place of JSON, for requests by which a browser navigates. */
export interface BrowserPages {
  /** Of `/`, with a sentence of what the server is. */
  front(
    services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
    request: FastifyRequest,
    reply: FastifyReply,
    what: string,
  ): Promise<FastifyReply>;
  /** What errors mean: of one code, or of all; with the navigation of who is signed in. */
  problems(
    services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
    request: FastifyRequest,
    code?: ErrorCode,
  ): Promise<PageText>;
  error(
    services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
    error: CopydeskError,
    request: FastifyRequest,
  ): Promise<PageText>;
}

interface PageText {
  headers: Record<string, string>;
  body: string;
}

/** How projects are connected with their code hosts. */
export interface HttpConnections {
  /** Undefined when the project is not connected. */
  read: (projectId: string) => Promise<Connection | undefined>;
  /** @throws CopydeskError `invalid_request`, `repository_invalid`, `code_host_unreachable`, `data_directory_refused` */
  set: (actor: Actor, project: Project, request: ConnectionRequest) => Promise<SetConnection>;
  /** What would be stored is tried, or what is stored when no credential is given. Whatever does not work is told. */
  check: (project: Project, request: ConnectionRequest) => Promise<ConnectionChecks>;
  /** Another secret for the webhooks of the code host, told here and never again. @throws CopydeskError `not_found` */
  renewWebhookSecret: (actor: Actor, project: Project) => Promise<SetConnection>;
  delete: (actor: Actor, project: Project) => Promise<void>;
}

/** Accepted requests an hour; undefined is no limit. */
interface HttpQuotas {
  /** Per project. */
  createPerHour: number | undefined;
  /** Per project. */
  messagePerHour: number | undefined;
  /** Per organisation. */
  analyticsPerHour: number | undefined;
}

/** What the endpoints of page views need. */
interface HttpViews {
  /** For how many months single views are kept: what is older is answered by whole days. */
  retentionMonths: number;
  store: ViewStore;
  classifier: Classifier;
  salts: Salts;
  /** The pages of a project's docs that end like files, in their one form; undefined while they are not known. */
  docsPages?: (project: Project) => ReadonlySet<string> | undefined;
  /** Views that an address may send a minute without a key. */
  collectPerMinute: number;
}

/** Webhooks of code hosts. */
interface HostWebhooks {
  /**
   * Checks the signature of a webhook and reads it. Without a project, and for one that is with no code host, it is
   * refused like a wrong signature, after as much work.
   *
   * @param webhook names of headers in lower case.
   * @returns what it tells, each under the name of what has happened.
   * @throws CopydeskError `invalid_signature`, `invalid_json`, `invalid_request`, `secret_unreadable`
   */
  read(
    projectId: string | undefined,
    webhook: { headers: Readonly<Record<string, string | undefined>>; body: Buffer },
  ): Promise<NewHostEvent[]>;
}

export interface HttpLimits {
  /** The largest body that the agent endpoints read. */
  bodyBytes: number;
  /** How long the head of a request may take to arrive, on a connection that was idle also. */
  headersTimeoutMilliseconds: number;
  /** How long a body may take to arrive. What is larger than comes by the least rate in that time may take longer. */
  bodyTimeoutMilliseconds: number;
  leastBytesPerSecond: number;
  /** Requests of the API worked on at once, beyond which the answer is 503. Event streams are counted apart. */
  apiRequests: number;
  /** The same of pages, and of all that belongs to nothing else. */
  pageRequests: number;
  /** The same of requests that send views: browsers do so by the thousand, and wait together for one write to the disk. */
  collectRequests: number;
  /** The same of webhooks of code hosts. */
  webhookRequests: number;
  /** Connections that are open at once; what is over is closed. */
  connections: number;
  /** Which share of each of these one network may have, or one key or person; from 0 to 1. */
  shareOfOne: number;
  /** The largest batch of views that is read from a server. */
  collectBytes: number;
  /** All bodies with views that are held at once, beyond which the answer is 503. */
  collectBytesInFlight: number;
  /** The same of one key, or of the browsers of one network. */
  collectBytesOfOne: number;
  /** The largest webhook of a code host that is read; what one would have told is found by polling. */
  hostWebhookBytes: number;
  /** All bodies of such webhooks that are held at once, beyond which the answer is 503. */
  hostWebhookBytesInFlight: number;
  /** The same of one network. */
  hostWebhookBytesOfOne: number;
  /** How many an address may send for a project. */
  hostWebhooksPerMinute: number;
  eventStreams: number;
  /** The same of one person or API key, so that nobody takes the places of all; a program may follow a hundred jobs. */
  eventStreamsOfOneCaller: number;
  /** Large answers, such as transcripts and diffs, that are made at once; the others wait for their turn. */
  largeAnswers: number;
  /** The same of one key or person, or of one network that has shown none. */
  largeAnswersOfOne: number;
  /** How long is waited for it, beyond which the answer is 503. */
  largeAnswerWaitMilliseconds: number;
  /** What is held at once of large replies that their clients have not read, beyond which the answer is 503. */
  replyBytesUnread: number;
  /** How long a client may leave a reply unread, and longer where it takes it by the least rate. */
  replyUnreadMilliseconds: number;
  /** How long the client of an event stream may leave what was sent unread before it is taken for gone. */
  streamUnreadMilliseconds: number;
  /** The mean delay of the event loop over a second, beyond which the answer is 503. */
  eventLoopDelayMilliseconds: number;
  /** How often an idle event stream says that it is alive, and looks for events that no notification told of. */
  heartbeatMilliseconds: number;
  /** How often it is looked at why jobs with open streams are not worked on. */
  waitingMilliseconds: number;
  /** How long a client may take nothing of an export before it is taken for gone. */
  exportIdleMilliseconds: number;
  /** How long a closing server waits for requests in flight. */
  closeTimeoutMilliseconds: number;
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 256 * 1024,
  headersTimeoutMilliseconds: 10_000,
  bodyTimeoutMilliseconds: 10_000,
  leastBytesPerSecond: 16 * 1024,
  apiRequests: 500,
  pageRequests: 500,
  collectRequests: 5_000,
  webhookRequests: 200,
  connections: 10_000,
  shareOfOne: 0.5,
  collectBytes: 8 * 1024 * 1024,
  collectBytesInFlight: 64 * 1024 * 1024,
  collectBytesOfOne: 48 * 1024 * 1024,
  hostWebhookBytes: 10 * 1024 * 1024,
  hostWebhookBytesInFlight: 64 * 1024 * 1024,
  hostWebhookBytesOfOne: 32 * 1024 * 1024,
  hostWebhooksPerMinute: 600,
  eventStreams: 1_000,
  eventStreamsOfOneCaller: 120,
  largeAnswers: 4,
  largeAnswersOfOne: 2,
  largeAnswerWaitMilliseconds: 10_000,
  replyBytesUnread: 256 * 1024 * 1024,
  replyUnreadMilliseconds: 30_000,
  streamUnreadMilliseconds: 30_000,
  eventLoopDelayMilliseconds: 1_000,
  heartbeatMilliseconds: 15_000,
  waitingMilliseconds: 3_000,
  exportIdleMilliseconds: 60_000,
  closeTimeoutMilliseconds: 6_000,
};
