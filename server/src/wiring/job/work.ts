import { CopydeskError } from '@copydesk/contract';
import { defaultLimits } from '../../agent/turn.ts';
import { archivedChannel } from '../../jobs/settle/archive.ts';
import { automationChannel } from '../../automations/due.ts';
import { activeChannel } from '../../jobs/request/create.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import { hostEventChannel } from '../../jobs/hosts/host-events.ts';
import { jobPage } from '../../jobs/present.ts';
import { isSettled } from '../../jobs/states.ts';
import { readProjectId, readStatus } from '../../jobs/read/read.ts';
import type { Database } from '../../postgres/database.ts';
import { workOnLease } from '../../worker/claim/one-lease.ts';
import type { OneLease } from '../../worker/claim/one-lease.ts';
import type { WorkerServices } from '../../worker/services.ts';
import { openRepositoriesHere } from '../../worker/claim/repositories-here.ts';
import { openMailer } from '../../mail/mailer.ts';
import { readPlace } from '../../projects/repository-machine.ts';
import { startWorker } from '../../worker/worker.ts';
import type { Worker } from '../../worker/worker.ts';
import type { WorkerOptions } from '../../worker/worker-options.ts';
import { aloneProgram, startAlone } from '../alone.ts';
import { automationsOf } from '../services/automations.ts';
import { endInTime } from '../start/end-in-time.ts';
import { hasRepository } from '../../workspace/path-repository.ts';
import type { App } from '../app.ts';
import { jobLimitsOf } from './job-limits.ts';
import { startMirroring } from '../hosts/mirrors.ts';
import { modelsOf } from './models.ts';
import type { ModelFactories } from '../../agent/models/registry.ts';
import { neighboursOf } from './neighbours.ts';
import { ownSecretsOf } from './own-secrets.ts';
import { codeHostOf, removeKept, sourceOf } from '../hosts/repositories.ts';
import { tracingOf } from './tracing.ts';
import { startAppWebhookSender } from '../services/webhooks.ts';

/** What a worker gets from tests, from the bench and from the reliability proofs, besides the app. */
export interface WorkOptions {
  models?: ModelFactories;
  /** Where pull requests are; in Copydesk itself unless given. */
  codeHost?: WorkerServices['codeHost'];
  /** The code host that is handled; the one that a project is connected to unless given. */
  hosted?: WorkerServices['hosted'];
  onFaultPoint?: WorkerServices['onFaultPoint'];
  onStage?: WorkerServices['onStage'];
  /** The program of a process that works on one job. */
  program?: URL;
}

const pollMilliseconds = 1_000;
/**
 * A process that is asked to end has ten seconds. Killing what remains then, and ending the database, need some of
 * them.
 */
const patienceMilliseconds = 6_000;

/** What working on jobs needs. */
interface WorkParts {
  db: Database;
  services: WorkerServices;
  close: () => Promise<void>;
}

function openParts(app: App, options: WorkOptions): WorkParts {
  const { workers, database } = app.settings;
  // Connections of its own, so that requests and jobs do not wait for each other's. And a worker that was stopped in
  // the middle of a transaction loses it, and the rows that it has locked, before its lease expires.
  const db = app.connect({
    maximumConnections: database.workerConnections,
    idleInTransactionSeconds: workers.leaseSeconds / 3,
  });
  const tracing = tracingOf(app);
  const services: WorkerServices = {
    db,
    workspace: app.workspace,
    docs: app.docs,
    sitemaps: app.sitemaps,
    style: app.style,
    source: (project) => sourceOf(app, project),
    authorization: (project, address) => app.hosts.authorization(project, address),
    codeHost: options.codeHost ?? ((project, lease) => codeHostOf({ ...app, db }, project, lease)),
    hosted: options.hosted ?? ((projectId) => app.hosts.hosted(projectId)),
    resolveModel: modelsOf({ settings: app.settings, db, box: app.box }, options.models),
    ownSecrets: (project) => ownSecretsOf({ ...app, db }, project),
    jobUrl: (job) => jobPage(app.url, job),
    reports: { baseUrl: app.url, mailer: app.settings.mail && openMailer(app.settings.mail) },
    removeKept: (projectId) => removeKept(app, projectId),
    automations: automationsOf({ ...app, db }, options.models),
    limits: defaultLimits,
    budgets: jobLimitsOf(app.settings),
    patience: { minutes: app.settings.patienceMinutes, random: Math.random },
    viewsRetentionMonths: app.settings.views.retentionMonths,
    mostSlices: app.settings.views.mostSlices,
    log: app.log,
    now: () => new Date(),
    onFaultPoint: options.onFaultPoint,
    onStage: options.onStage,
    tracing,
  };
  return {
    db,
    services,
    async close() {
      await Promise.all([endInTime(db.destroy()), tracing?.close()]);
    },
  };
}

/** Starts a worker. */
export function startAppWorker(app: App, options: WorkOptions = {}, only?: { job: string }): Worker {
  const { settings } = app;
  const { workers } = settings;
  const { db, services, close } = openParts(app, options);
  // Models that are functions of this process cannot be passed to another.
  const { program = options.models === undefined ? aloneProgram : undefined } = options;
  const workerOptions: WorkerOptions = {
    concurrency: workers.concurrency,
    projectConcurrency: workers.projectConcurrency,
    totalConcurrency: workers.totalConcurrency,
    leaseSeconds: workers.leaseSeconds,
    pollMilliseconds,
    patienceMilliseconds,
    onJobActive: (callback) => app.listener.on(activeChannel, callback),
    onJobArchived: (callback) => app.listener.on(archivedChannel, callback),
    onAutomationDue: (callback) => app.listener.on(automationChannel, callback),
    onHostEvent: (callback) => app.listener.on(hostEventChannel, callback),
    neighbours: neighboursOf(process),
    machine: only === undefined ? { self: app.machine, hasRepository } : undefined,
    startAlone: program && ((lease) => startAlone(program, { settings, lease, onMeasured: app.metrics?.measure })),
    onlyJob: only?.job,
  };
  const worker = startWorker(services, workerOptions);
  const sender = only === undefined ? startAppWebhookSender(app, db) : undefined;
  const mirroring = only === undefined ? startMirroring(app, db) : undefined;
  return {
    drained: worker.drained,
    async stop() {
      await Promise.all([worker.stop(), sender?.stop(), mirroring?.stop()]);
      await close();
    },
  };
}

/** Works on one job under a lease that another process has taken, until it is settled, given back or lost. */
export async function workOnLeaseInApp(
  app: App,
  options: WorkOptions,
  lease: Lease,
  begun: (work: OneLease) => void,
): Promise<void> {
  const { services, close } = openParts(app, options);
  try {
    const { leaseSeconds } = app.settings.workers;
    const onJobArchived: WorkerOptions['onJobArchived'] = (callback) => app.listener.on(archivedChannel, callback);
    const work = await workOnLease(services, lease, { leaseSeconds, onJobArchived });
    begun(work);
    await work.done;
  } finally {
    await close();
  }
}

/**
 * Works in this process on one job until it is no longer active, or until the signal aborts; then it stops at the next
 * step boundary.
 *
 * @throws CopydeskError `not_found`; `repository_not_found` when the repository is on another machine.
 */
export async function workUntilDone(app: App, jobId: string, signal: AbortSignal): Promise<void> {
  await requireHere(app, jobId);
  const worker = startAppWorker(app, {}, { job: jobId });
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  try {
    for (;;) {
      const change = nextChange(app, jobId, end);
      const status = await readStatus(app.db, jobId);
      if (status === undefined) throw new CopydeskError('not_found', `There is no job ${jobId}.`);
      if (isSettled(status) || signal.aborted) return;
      await change;
    }
  } finally {
    // The last wait serves nothing, and would keep the process for a second.
    over.abort();
    await worker.stop();
  }
}

/** The job itself stays as it is: a worker on the right machine may take it later. */
async function requireHere({ db, machine: self }: App, jobId: string): Promise<void> {
  const projectId = await readProjectId(db, jobId);
  if (projectId === undefined || !(await openRepositoriesHere(db, { self, hasRepository }).isElsewhere(projectId)))
    return;
  const place = await readPlace(db, projectId);
  throw new CopydeskError(
    'repository_not_found',
    `The repository ${place?.repository} is on the disk of ${place?.machine?.name}, not of this machine, and no worker ` +
      'is running there. Start one there with "copydesk work": the job waits.',
  );
}

/** Resolves when the job's transcript may have grown; after a second at the latest. */
async function nextChange(app: App, jobId: string, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = app.listener.on('job_event', (payload) => (payload === undefined || payload === jobId) && done());
    const timer = setTimeout(done, 1_000);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
