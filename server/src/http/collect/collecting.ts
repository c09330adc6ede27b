import type { IncomingMessage } from 'node:http';
import type { CollectResult } from '@copydesk/contract';
import { collectEvents } from '../../analytics/collect/collect.ts';
import type { CollectServices } from '../../analytics/collect/collect.ts';
import type { ViewStore } from '../../analytics/store/arrival.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import type { Project } from '../../projects/project.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import { readBody } from '../checks/body.ts';
import { parseJson } from '../checks/json.ts';
import { keylessBounds } from '../checks/json-bounds.ts';
import { requireJson } from '../checks/media-type.ts';
import type { HttpLimits, HttpServices } from '../services.ts';
import { networkOf } from '../session/address.ts';
import { openBodyBudget } from './body-budget.ts';
import type { BodyBudget } from './body-budget.ts';
import { browserEvents } from './browser-event.ts';
import { admitOrigin, showRefusal } from './cross-origin.ts';
import { cacheProjects } from './project-cache.ts';
import { openRateLimit } from './rate-limit.ts';
import type { RateLimit } from './rate-limit.ts';
import { tooManyViews } from './too-many-views.ts';
import { readEvents } from './read-events.ts';
import { takeTurns } from './turns.ts';
import type { Turns } from './turns.ts';
import { countRefusal } from './refusals.ts';
import type { Sender, Sending } from './sending.ts';

/** Collects views over HTTP, and keeps what is cached between requests. */
export interface Collecting {
  /** Returns a project as it was at most a second ago. */
  projects: (projectId: string) => Promise<Project | undefined>;
  /**
   * Runs the first checks of a request without a key, before any of its body is read: the project 404, the origin 403
   * and the rate of the address 429. The rate is checked before the body on purpose, so that the bodies of a flood are
   * not read.
   * @throws CopydeskError `not_found`, `origin_not_allowed`, `quota_exceeded`
   */
  admitBrowser: (projectId: string, sending: Sending) => Promise<Sender>;
  /**
   * Whether more views arrive than can be counted. Others must then be refused before any work is done for them:
   * reading, parsing and then refusing views takes time from those that could be counted.
   */
  isFull: () => boolean;
  /**
   * Starts a request when its turn comes, unless its client has disconnected. After that it is not refused for
   * overload.
   */
  enter: (request: IncomingMessage, begin: () => void) => void;
  /** Does the same for a request that was read whole; it is never refused for overload. */
  begin: (begin: () => void) => void;
  /**
   * Reads and counts what an admitted sender sends: media type 415, size 413, JSON 400, fields 400.
   * @throws CopydeskError also `overloaded`, `database_unavailable`
   */
  receive: (sender: Sender, sending: Sending, request: IncomingMessage) => Promise<CollectResult>;
  /** Does the same for a small body that was read before. */
  count: (sender: Sender, sending: Sending, body: Buffer) => Promise<CollectResult>;
}

export function openCollecting(services: CollectingServices): Collecting {
  return new Collector(services);
}

type CollectingServices = HttpServices & { limits: HttpLimits };

class Collector implements Collecting {
  readonly projects: Collecting['projects'];
  readonly #services: CollectingServices;
  readonly #rate: RateLimit;
  readonly #budget: BodyBudget;
  readonly #turns: Turns;
  readonly #counting: CollectServices;
  readonly #serverLimits: HttpLimits;

  constructor(services: CollectingServices) {
    const { limits, views, now } = services;
    const { store, classifier, salts } = views;
    this.projects = cacheProjects(services);
    this.#services = services;
    this.#rate = openRateLimit(views.collectPerMinute, services);
    this.#budget = openBodyBudget({ all: limits.collectBytesInFlight, ofOne: limits.collectBytesOfOne });
    this.#turns = takeTurns(millisecondsATurn, () => !store.hasEnough());
    this.#counting = { store, classifier, salts, now };
    this.#serverLimits = { ...limits, bodyBytes: limits.collectBytes };
  }

  async admitBrowser(projectId: string, { headers, address, setHeaders }: Sending): Promise<Sender> {
    const project = await this.projects(projectId);
    showRefusal(setHeaders);
    if (project === undefined) throw jobNotFound();
    try {
      admitOrigin(project, headers.origin ?? '', setHeaders);
      this.#rate.take(address, 1, setHeaders);
    } catch (error) {
      throw countRefusal(this.#services, project, error);
    }
    return { project, source: 'browser', name: networkOf(address) };
  }

  isFull(): boolean {
    return this.#turns.waitedMilliseconds() > longestWaitMilliseconds || this.#services.views.store.isFilling();
  }

  enter(request: IncomingMessage, begin: () => void): void {
    setEntered(request);
    this.#turns.begin(() => {
      if (!request.destroyed) begin();
    });
  }

  begin(begin: () => void): void {
    this.#turns.begin(begin);
  }

  async receive(sender: Sender, sending: Sending, request: IncomingMessage): Promise<CollectResult> {
    try {
      return await this.#receive(sender, sending, request);
    } catch (error) {
      throw countRefusal(this.#services, sender.project, error);
    }
  }

  async #receive(sender: Sender, sending: Sending, request: IncomingMessage): Promise<CollectResult> {
    const hasTurn = hasEntered(request);
    if (!hasTurn && this.isFull()) throw tooManyViews();
    requireMediaType(sender, sending);
    const bodyLimits = sender.source === 'browser' ? this.#services.limits : this.#serverLimits;
    const { hold, giveBack } = this.#budget.open(sender.name);
    try {
      // A small body that came with its head is counted in the turn in which its request started.
      const isAtHand = hasTurn && request.complete && request.readableLength <= smallBytes;
      const body = await readBody(request, bodyLimits, hold);
      if (isAtHand) return await this.#count(sender, sending, body);
      return await this.#turns.take(async () => await this.#count(sender, sending, body));
    } finally {
      giveBack();
    }
  }

  async count(sender: Sender, sending: Sending, body: Buffer): Promise<CollectResult> {
    try {
      requireMediaType(sender, sending);
      return await this.#count(sender, sending, body);
    } catch (error) {
      throw countRefusal(this.#services, sender.project, error);
    }
  }

  async #count({ project, source }: Sender, sending: Sending, body: Buffer): Promise<CollectResult> {
    const { baseUrl, views } = this.#services;
    const isBrowser = source === 'browser';
    const sent = readEvents(parseJson(body, isBrowser ? keylessBounds : undefined));
    // The first event was counted before the body was read.
    if (isBrowser && sent.length > 1) this.#rate.take(sending.address, sent.length - 1, sending.setHeaders);
    const events = isBrowser ? browserEvents(sent, sending, baseUrl) : sent;
    const isTest = isTestOrganisation(project.organisationId);
    const counting = isTest ? { ...this.#counting, store: uncounted } : this.#counting;
    return await collectEvents(counting, { project, source, events, docsPages: () => views.docsPages?.(project) });
  }
}

/** Views of a test project are checked and answered as all others, and counted nowhere. */
const uncounted: Pick<ViewStore, 'write'> = {
  write: async ({ views }) => ({ accepted: views.length, duplicates: 0 }),
};

/** How long views may block other work. */
const millisecondsATurn = 5;

/** While the next request has waited longer than this, no more are accepted. */
const longestWaitMilliseconds = 2_000;

/** Up to the size of a browser's event: reading, classifying and counting it takes as long as accepting it. */
const smallBytes = 2 * 1024;

function requireMediaType({ source }: Sender, { headers }: Sending): void {
  requireJson(headers, source === 'browser' ? browserMediaTypes : undefined);
}

/** Browsers send the text types across origins without a preflight request; the last one is how browsers write it. */
export const browserMediaTypes = ['application/json', 'text/plain', 'text/plain;charset=UTF-8'];

/** Stored on the request itself, as its place is. */
const enteredMark = Symbol('entered');

interface Entering extends IncomingMessage {
  [enteredMark]?: true;
}

function setEntered(request: Entering): void {
  request[enteredMark] = true;
}

function hasEntered(request: Entering): boolean {
  return request[enteredMark] === true;
}
