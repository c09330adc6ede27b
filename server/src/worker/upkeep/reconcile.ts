import { setTimeout as delay } from 'node:timers/promises';
import { listUnknownDeliveries, recordOutcome } from '../../jobs/deliver/reconcile.ts';
import type { UnknownDelivery } from '../../jobs/deliver/reconcile.ts';
import { readProject } from '../../projects/project.ts';
import { codeHostFor } from '../masking/searched-host.ts';
import type { WorkerServices } from '../services.ts';

/** A hundred a minute: more than any installation can archive in the middle of a push. */
const bounds = { quietSeconds: 30, most: 100, mostOfProject: 10 };

/** How long a code host may take to answer before the other projects continue without it. */
const patienceMilliseconds = 10_000;

/**
 * Asks the code hosts what became of deliveries that were begun and whose jobs ended before the outcome was stored. May
 * run in several workers at once: each outcome is stored once. A host that is unavailable is asked again the next time.
 * The projects are asked concurrently, so a host delays only its own.
 *
 * @returns how many outcomes this call has stored.
 */
export async function reconcileDeliveries(services: WorkerServices): Promise<number> {
  const unknown = await listUnknownDeliveries(services.db, bounds);
  const projects = Map.groupBy(unknown, (delivery) => delivery.projectId);
  const stored = await Promise.all(
    Array.from(projects, ([projectId, deliveries]) => reconcileProject(services, projectId, deliveries)),
  );
  return stored.reduce((sum, count) => sum + count, 0);
}

/** Asks one after another, and stops at the first that is not answered. */
async function reconcileProject(
  services: WorkerServices,
  projectId: string,
  deliveries: readonly UnknownDelivery[],
): Promise<number> {
  let stored = 0;
  try {
    for (const delivery of deliveries) if (await reconcile(services, delivery)) stored += 1;
  } catch (error) {
    services.log.warn({ project: projectId, err: error }, 'a code host did not report the result of a delivery');
  }
  return stored;
}

async function reconcile(services: WorkerServices, delivery: UnknownDelivery): Promise<boolean> {
  const { jobId, projectId, epoch, branch } = delivery;
  const project = await readProject(services.db, projectId);
  if (project === undefined) return await recordOutcome(services.db, delivery, undefined);
  // Reading needs no lease. With this one, nothing could be written.
  const codeHost = codeHostFor(services, project, { jobId, epoch });
  const found = await answerInTime(codeHost.find(branch));
  return await recordOutcome(services.db, delivery, found);
}

/** @throws Error when the answer takes too long. */
async function answerInTime<T>(asked: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const tooLate = delay(patienceMilliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`The code host did not answer within ${patienceMilliseconds / 1000} seconds`);
  });
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    waiting.abort();
    tooLate.catch(() => {});
  }
}
