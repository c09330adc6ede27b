import type {
  AskedQuestions,
  Connection,
  ConnectionChecks,
  ConnectionRequest,
  CopydeskError,
  ErrorCode,
  JobDiff,
  JobPages,
  JobPagesQuery,
  ProposalsQuery,
  ProposedQuestions,
  QuestionsQuery,
  Readability,
  ReadabilityQuery,
  ServerHealth,
  SetConnection,
  TouchedFile,
} from '@copydesk/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../audit/actor.ts';
import type { AutomationSources } from '../automations/ports.ts';
import type { Classifier } from '../analytics/classify/classifier.ts';
import type { Salts } from '../analytics/collect/salts.ts';
import type { ViewStore } from '../analytics/store/arrival.ts';
import type { NewHostEvent } from '../jobs/hosts/host-events.ts';
import type { FollowsPrompt } from '../jobs/request/follows-prompt.ts';
import type { Budget, Prices } from '../jobs/usage/usage.ts';
import type { ConcurrencyLimits } from '../jobs/claim/waiting.ts';
import type { authenticateKey } from '../projects/key/keys.ts';
import type { Passwords } from '../people/passwords.ts';
import type { Project } from '../projects/project.ts';
import type { HttpProjects } from './projects-port.ts';
import type { Attempts } from './session/attempts.ts';
import type { createWebhook } from '../webhooks/webhook.ts';
import type { Following } from './job/open-streams.ts';
import type { TestMode } from './test-mode-port.ts';
import type { FairTurns } from './rooms/fair-turns.ts';
import type { ProxyHeaders } from './proxy-headers.ts';

/** The database, opaque here: http/ passes it on to jobs/ and projects/ and never queries it. */
type Database = Parameters<typeof authenticateKey>[0];

/** What a commit changed, which decides how page views are compared. */
export interface CommitChange {
  mergedAt: Date;
  touched: TouchedFile[];
}

/** Everything that the HTTP server needs from the rest of the application; main.ts passes it in. */
export interface HttpServices {
  db: Database;
  /** Gets one line per request, and every error that is a bug; never a key, a cookie or a query string. */
  log: FastifyBaseLogger;
  now: () => Date;
  /** The public address of this server, without a trailing slash: links in replies begin with it. */
  baseUrl: string;
  /** The version of Copydesk, for the OpenAPI document. */
  version: string;
  /** Addresses (CIDR) of the proxies whose `X-Forwarded-For` is trusted; the socket's address counts when empty. */
  trustedProxies: string[];
  quotas: HttpQuotas;
  views: HttpViews;
  /** What encrypts the secrets of webhooks, and to which non-public networks they may be sent. */
  webhooks: Parameters<typeof createWebhook>[1];
  hostWebhooks: HostWebhooks;
  connections: HttpConnections;
  projects: HttpProjects;
  /** Test projects for test keys; when absent, test keys can name test projects only by their own ids. */
  testMode?: TestMode;
  /** Limits of jobs, used when the project sets none. */
  jobLimits: { budget: Budget; prices: Prices; concurrency: ConcurrencyLimits };
  /** What automations observe, used to report what they would have done. */
  automationSources: AutomationSources;
  limits?: Partial<HttpLimits>;
  /** Whether an error comes from the database or the connection to it: its message is for the operator only. */
  isDatabaseFault: (error: unknown) => boolean;
  /** Whether the process is about to stop: it answers 503 to everything from then on. */
  isDraining: () => boolean;
  /**
   * Returns what prevents the server from working, such as `migrations` that are not applied; empty when ready. May
   * throw.
   */
  readiness: () => Promise<{ name: string; detail: string }[]>;
  /**
   * Calls back with the job's id when an event was recorded in any process, and with undefined after the connection was
   * lost and restored, because events may have been missed. Returns a function that unsubscribes.
   */
  onJobEvent: (callback: (jobId: string | undefined) => void) => () => void;
  /**
   * Calls back with each reported piece of what a model is writing, in any process. Returns a function that
   * unsubscribes.
   */
  onJobText: (callback: (payload: string) => void) => () => void;
  /** The defaults of a new job of the project; `sourceRepository` is a URL without credentials. */
  jobDefaults: (project: Project) => { model: string; sourceRepository: string; baseRef: string };
  followsPrompt: FollowsPrompt;
  /** @throws CopydeskError `repository_unreachable`, `repository_not_found` */
  readDiff: (project: Project, jobId: string) => Promise<JobDiff>;
  /**
   * Checks the docs, as they are on a branch, against the questions that they must answer; with `judge` by a model, too,
   * which costs tokens.
   * @throws CopydeskError `repository_*`, `ref_not_found`, `no_questions`, `model_not_configured`, `overloaded`
   */
  askQuestions: (project: Project, query?: QuestionsQuery) => Promise<AskedQuestions>;
  /**
   * Proposes questions for the pages that AI reads most.
   * @throws CopydeskError `repository_*`, `ref_not_found`, `overloaded`
   */
  proposeQuestions: (project: Project, query: ProposalsQuery) => Promise<ProposedQuestions>;
  /** Returns the pages of a job as AI readers get them. @throws CopydeskError `repository_*`, `overloaded` */
  readJobPages: (project: Project, jobId: string, query: JobPagesQuery) => Promise<JobPages>;
  /**
   * Returns how well AI readers can read the docs, as they are on a branch.
   * @throws CopydeskError `repository_*`, `ref_not_found`, `overloaded`
   */
  readReadability: (project: Project, query: ReadabilityQuery) => Promise<Readability>;
  /**
   * Returns what a commit of the project's branch changed in its docs.
   * @throws CopydeskError `repository_*`, `ref_not_found`
   */
  readCommit: (project: Project, commit: string) => Promise<CommitChange>;
  /** Called for each reply: what the request was for, its status, the route and how long it took. */
  onReplied?: OnReplied | undefined;
  /**
   * Returns the health of the server, as seen by a request that came this way. It returns in bounded time, whatever is
   * broken.
   */
  health: (proxy: ProxyHeaders) => Promise<ServerHealth>;
  /** The pages that browsers get where clients get JSON; when absent, browsers get JSON too. */
  browser?: BrowserPages;
  /** Pages and git over HTTP: each is registered in its own scope, and the hooks of the whole server apply to it. */
  plugins?: HttpPlugin[];
}

type OnReplied = (room: string, status: number, timing?: { route: string; seconds: number }) => void;

/**
 * Adds routes. Its scope has no content type parser (add those that the routes need). Errors that its routes throw are
 * sent as problems unless it sets its own error handler.
 */
export type HttpPlugin = (app: FastifyInstance, services: PluginServices) => void | Promise<void>;

/** The services, and what the pages and the API of the server share. */
export interface ServerServices extends HttpServices {
  /** Shared, so that password guesses on a page and by the API count together. */
  attempts: Attempts;
  passwords: Passwords;
}

/** What plugins get. */
export interface PluginServices extends ServerServices {
  limits: HttpLimits;
  /** The OpenAPI document of the API. */
  openApi: () => Promise<object>;
  /** Limits how many large replies are built at once. */
  largeAnswers: FairTurns;
  /** Starts a stream of a job as the reply to a request. @throws CopydeskError `overloaded`, `draining` */
  followJob: (of: { jobId: string; callerId: string }, request: FastifyRequest, reply: FastifyReply) => Following;
}

/** Pages that replace JSON for requests by which a browser navigates. */
export interface BrowserPages {
  /** The page of `/`, with a sentence about what the server is. */
  front(
    services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
    request: FastifyRequest,
    reply: FastifyReply,
    what: string,
  ): Promise<FastifyReply>;
  /** What errors mean: one code, or all; with the navigation of the person who is signed in. */
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

/** The connections of projects to their code hosts. */
export interface HttpConnections {
  /** Undefined when the project is not connected. */
  read: (projectId: string) => Promise<Connection | undefined>;
  /** @throws CopydeskError `invalid_request`, `repository_invalid`, `code_host_unreachable`, `data_directory_refused` */
  set: (actor: Actor, project: Project, request: ConnectionRequest) => Promise<SetConnection>;
  /**
   * Tries what would be stored, or what is stored when no credential is given. Reports everything that does not work.
   */
  check: (project: Project, request: ConnectionRequest) => Promise<ConnectionChecks>;
  /**
   * Creates another secret for the webhooks of the code host, and returns it this once only.
   * @throws CopydeskError `not_found`
   */
  renewWebhookSecret: (actor: Actor, project: Project) => Promise<SetConnection>;
  delete: (actor: Actor, project: Project) => Promise<void>;
}

/** Accepted requests per hour; undefined means no limit. */
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
  /** For how many months single views are kept: older times are answered by whole days. */
  retentionMonths: number;
  store: ViewStore;
  classifier: Classifier;
  salts: Salts;
  /**
   * The pages of a project's docs whose paths have a file extension, in normal form; undefined while they are not
   * known.
   */
  docsPages?: (project: Project) => ReadonlySet<string> | undefined;
  /** How many views an address may send per minute without a key. */
  collectPerMinute: number;
}

/** Webhooks of code hosts. */
interface HostWebhooks {
  /**
   * Checks the signature of a webhook and reads it. Without a project, and for a project that has no code host, it is
   * refused like a wrong signature, after as much work.
   *
   * @param webhook names of headers in lower case.
   * @returns what it reports, each under the name of what has happened.
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
  /** How long the head of a request may take to arrive, also on a connection that was idle. */
  headersTimeoutMilliseconds: number;
  /** How long a body may take to arrive. A larger body may take longer, as long as it arrives at the minimum rate. */
  bodyTimeoutMilliseconds: number;
  leastBytesPerSecond: number;
  /** API requests in progress at once, beyond which the reply is 503. Event streams are counted separately. */
  apiRequests: number;
  /** The same for pages, and for everything that belongs to no other room. */
  pageRequests: number;
  /** The same for requests that send views: browsers send thousands, which wait together for one write to the disk. */
  collectRequests: number;
  /** The same for webhooks of code hosts. */
  webhookRequests: number;
  /** Connections that are open at once; those beyond are closed. */
  connections: number;
  /** The share of each of these that one network, key or person may have; from 0 to 1. */
  shareOfOne: number;
  /** The largest batch of views that is accepted from a server. */
  collectBytes: number;
  /** The bytes of all bodies with views that are kept at once, beyond which the reply is 503. */
  collectBytesInFlight: number;
  /** The same for one key, or for the browsers of one network. */
  collectBytesOfOne: number;
  /** The largest webhook of a code host that is read; polling finds what a larger one would have reported. */
  hostWebhookBytes: number;
  /** The bytes of all bodies of such webhooks that are kept at once, beyond which the reply is 503. */
  hostWebhookBytesInFlight: number;
  /** The same for one network. */
  hostWebhookBytesOfOne: number;
  /** How many of them an address may send for a project. */
  hostWebhooksPerMinute: number;
  eventStreams: number;
  /** The same for one person or API key, so that no one takes all places; a program may follow a hundred jobs. */
  eventStreamsOfOneCaller: number;
  /** Large replies, such as transcripts and diffs, that are built at once; the others wait for their turn. */
  largeAnswers: number;
  /** The same for one key or person, or for one network when the request has neither. */
  largeAnswersOfOne: number;
  /** How long a request waits for its turn, beyond which the reply is 503. */
  largeAnswerWaitMilliseconds: number;
  /** The bytes of large replies that clients have not read yet, beyond which the reply is 503. */
  replyBytesUnread: number;
  /** How long a client may leave a reply unread; longer when it reads at the minimum rate. */
  replyUnreadMilliseconds: number;
  /** How long the client of an event stream may leave what was sent unread before it counts as disconnected. */
  streamUnreadMilliseconds: number;
  /** The mean event loop delay over a second, beyond which the reply is 503. */
  eventLoopDelayMilliseconds: number;
  /** How often an idle event stream sends a heartbeat, and looks for events whose notification was lost. */
  heartbeatMilliseconds: number;
  /** How often the server checks why jobs with open streams are not worked on. */
  waitingMilliseconds: number;
  /** How long the client of an export may read nothing before it counts as disconnected. */
  exportIdleMilliseconds: number;
  /** How long a closing server waits for requests in progress. */
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
