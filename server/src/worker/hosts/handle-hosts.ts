import { isCopydeskError } from '@copydesk/contract';
import { BoundedMap } from '../../analytics/bounded-map.ts';
import { endHostLease, leaseNextHost, renewHostLease, storePoll } from '../../jobs/hosts/host-lease.ts';
import type { HostLease } from '../../jobs/hosts/host-lease.ts';
import { endHostEvent, nextHostEvent, putOffHostEvent } from '../../jobs/hosts/host-events.ts';
import type { StoredHostEvent } from '../../jobs/hosts/host-events.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import type { Database } from '../../postgres/database.ts';
import { readProject } from '../../projects/project.ts';
import { postAnswers } from './answers.ts';
import { followChecks } from './follow-checks.ts';
import { isUnavailable } from './host-unavailable.ts';
import { actOn } from './host-events.ts';
import type { HostWork } from './host-work.ts';
import { maskingFor } from '../masking/masking.ts';
import { pollHost } from './poll-hosts.ts';
import { searchedHost } from '../masking/searched-host.ts';
import type { Hosted, WorkerServices } from '../services.ts';
import { traced } from '../stages.ts';

/**
 * Longer than a renewal takes. What a dying worker leaves unfinished is safe to repeat for the worker that takes over.
 */
const leaseSeconds = 60;

/** How many code hosts are handled at once. A slow host delays only its own project. */
const atOnce = 10;

/** The handling of code hosts by one worker. */
export interface HostHandling {
  /** Finds projects whose host is due, and starts as many as there is room for. */
  handleDue: () => Promise<void>;
  /** Waits for those in progress, which stop at their next boundary. */
  stop: () => Promise<void>;
}

/** Handles the code hosts of projects whenever something is due, until the signal aborts. */
export function handleHosts(services: WorkerServices, signal: AbortSignal): HostHandling {
  const busy = new Set<Promise<void>>();
  const cached = new BoundedMap<string, { answer: Promise<boolean>; until: number }>(10_000);

  const begin = async (hostLease: HostLease): Promise<void> => {
    const { projectId } = hostLease;
    try {
      const [hosted, project] = await Promise.all([services.hosted(projectId), readProject(services.db, projectId)]);
      if (hosted === undefined || project === undefined) {
        await endHostLease(services.db, hostLease, { pauseSeconds: 60, failed: false });
        return;
      }
      const mayWrite = cacheMayWrite(services, cached, projectId, hosted);
      const mask = maskingFor(services, project);
      const work = { services, project, hostLease, mayWrite, mask, ...searchedHost(hosted, mask) };
      await whileRenewed(services.db, hostLease, () => handleHost(work, signal));
      await endHostLease(services.db, hostLease, { pauseSeconds: 0, failed: false });
    } catch (error) {
      await pause(services, hostLease, error);
    }
  };

  const handleDue = async (): Promise<void> => {
    while (busy.size < atOnce && !signal.aborted) {
      const hostLease = await leaseNextHost(services.db, leaseSeconds);
      if (hostLease === undefined) return;
      const one = begin(hostLease).finally(() => {
        busy.delete(one);
      });
      busy.add(one);
    }
  };

  return {
    handleDue,
    stop: async () => {
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}

/** Longer than anything takes that is not stuck: git may take ten minutes, and a request half a minute. */
const mostRenewals = 60;

/** A fetch of a large repository, or many pages of a slow host, takes longer than the lease lasts. */
async function whileRenewed(db: Database, hostLease: HostLease, work: () => Promise<void>): Promise<void> {
  let renewal: Promise<unknown> | undefined;
  let renewals = 0;
  const renewing = setInterval(
    () => {
      renewals += 1;
      if (renewals > mostRenewals) return;
      renewal = renewHostLease(db, hostLease, leaseSeconds).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  );
  try {
    await work();
  } finally {
    clearInterval(renewing);
    // A renewal that is still in progress would delay the end of the lease.
    await renewal;
  }
}

/**
 * How many events are handled before checks and answers get their turn again, because events may keep coming without
 * end.
 */
const eventsInARow = 100;

/**
 * Does everything that is due for one project: polls for news, acts on events in their order, follows checks, and posts
 * answers.
 */
export async function handleHost(work: HostWork, signal: AbortSignal): Promise<void> {
  const { services, hostLease } = work;
  const { db } = services;
  const mayContinue = async (): Promise<boolean> =>
    !signal.aborted && (await renewHostLease(db, hostLease, leaseSeconds));
  if (hostLease.isPollDue && !signal.aborted) await tryPoll(work);
  for (let isMore = true; isMore;) {
    isMore = await actOnSome(work, mayContinue);
    await followChecks(work, mayContinue);
    await traced(services, { name: 'host answers', kind: 'client' }, () => postAnswers(work, mayContinue));
  }
}

/** @returns whether there may be more events. */
async function actOnSome(work: HostWork, mayContinue: () => Promise<boolean>): Promise<boolean> {
  for (let acted = 0; acted < eventsInARow; acted += 1) {
    if (!(await mayContinue())) return false;
    const event = await nextHostEvent(work.services.db, work.hostLease.projectId);
    if (event === undefined) return false;
    await tryToAct(work, event);
  }
  return true;
}

/** Events that came by webhook are handled even where polling is not allowed. */
async function tryPoll(work: HostWork): Promise<void> {
  const { services, hostLease } = work;
  try {
    await traced(services, { name: 'host poll', kind: 'client' }, () => pollHost(work));
  } catch (error) {
    const isOver = isUnavailable(error) || isDatabaseUnavailable(error);
    const pauseSeconds = pauseAfter(error, hostLease.failures);
    // A host that answers with a refusal is no failure to reach it, so the pause does not grow: it is polled at its
    // usual pace.
    const afterSeconds = isOver ? pauseSeconds : Math.max(pauseSeconds, refusedSeconds);
    await storePoll(services.db, hostLease.projectId, { afterSeconds });
    if (isOver) throw error;
    services.log.warn({ project: hostLease.projectId, err: error }, 'a code host did not say what is new');
  }
}

const refusedSeconds = 60;

const day = 86_400_000;

/** An event that fails does not delay the next one, unless the host itself is unavailable. */
async function tryToAct(work: HostWork, event: StoredHostEvent): Promise<void> {
  const { db, log, now } = work.services;
  try {
    await traced(work.services, { name: 'host event', kind: 'client' }, () => actOn(work, event));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const { projectId: project, key } = event;
    const because = error instanceof Error ? error.message : String(error);
    if (now().getTime() - event.receivedAt.getTime() > day) {
      log.warn({ project, key, err: error }, 'an event of a code host was given up after a day');
      await endHostEvent(db, event, `given up: ${because}`);
    } else if (isUnavailable(error)) throw error;
    else {
      log.warn({ project, key, err: error }, 'an event of a code host could not be handled; trying again');
      await putOffHostEvent(db, event, { seconds: pauseAfter(error, event.attempts), because });
    }
  }
}

/**
 * Returns the seconds that the host asks for, at most an hour; otherwise about 5, 10, 20 … seconds, at most five
 * minutes.
 */
function pauseAfter(error: unknown, failures: number): number {
  const requested = isCopydeskError(error) ? error.retryAfterSeconds : undefined;
  return Math.min(requested ?? 5 * 2 ** Math.min(failures, 10), requested === undefined ? 300 : 3600);
}

/** When the database is unavailable, the project waits until its lease expires. */
async function pause({ db, log }: WorkerServices, hostLease: HostLease, error: unknown): Promise<void> {
  const { projectId: project, failures } = hostLease;
  log.warn({ project, err: error }, 'a code host could not be polled; trying again');
  const pauseSeconds = pauseAfter(error, failures);
  await endHostLease(db, hostLease, { pauseSeconds, failed: true }).catch(() => undefined);
}

const cachedMilliseconds = 60_000;

function cacheMayWrite(
  { now }: WorkerServices,
  cached: BoundedMap<string, { answer: Promise<boolean>; until: number }>,
  projectId: string,
  { host }: Hosted,
): HostWork['mayWrite'] {
  return async (login) => {
    const key = `${projectId} ${login.toLowerCase()}`;
    const known = cached.get(key);
    if (known !== undefined && known.until > now().getTime()) return await known.answer;
    const entry = { answer: host.mayWrite(login), until: now().getTime() + cachedMilliseconds };
    cached.set(key, entry);
    entry.answer.catch(() => void (entry.until = 0));
    return await entry.answer;
  };
}
