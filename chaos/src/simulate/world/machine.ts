import { claimDue } from '../../../../server/src/automations/claim.ts';
import { checkAutomation } from '../../../../server/src/automations/check-automation.ts';
import { endHostLease, leaseNextHost } from '../../../../server/src/jobs/hosts/host-lease.ts';
import type { HostLease } from '../../../../server/src/jobs/hosts/host-lease.ts';
import { claimJobs } from '../../../../server/src/jobs/claim/claim.ts';
import { renewLeases } from '../../../../server/src/jobs/claim/lease.ts';
import type { LeasedJob } from '../../../../server/src/jobs/claim/lease.ts';
import { isDatabaseUnavailable } from '../../../../server/src/postgres/database.ts';
import { readConnection } from '../../../../server/src/projects/connection/connection.ts';
import { readProject } from '../../../../server/src/projects/project.ts';
import { handleHost } from '../../../../server/src/worker/hosts/handle-hosts.ts';
import { isUnavailable } from '../../../../server/src/worker/hosts/host-unavailable.ts';
import { openHold } from '../../../../server/src/worker/claim/hold.ts';
import type { OpenHold } from '../../../../server/src/worker/claim/hold.ts';
import { workOnJob } from '../../../../server/src/worker/work-job.ts';
import type { Tracked } from '../stand-ins/clone.ts';
import { demand } from '../violation.ts';
import type { ExpectedJob } from './expected-job.ts';
import { automationServices, hostedCodeHost, workerServices } from './services.ts';
import type { Stage, Task } from './stage.ts';

export const leaseSeconds = 10;

const hostLeaseSeconds = 60;

export const automationLeaseSeconds = 60;

/** A run of a job on a machine. */
export interface Run {
  task: Task;
  hold: OpenHold;
  job: ExpectedJob;
  /** When its lease expires by its own clock. */
  until: number;
  disturbed: boolean;
}

/** A worker process, without its timers: commands decide when it claims, renews, stops and dies. */
export class Machine {
  readonly name: string;
  readonly tracked: Tracked = new Map();
  runs: Run[] = [];
  /** The tasks that handle the code host. */
  hostTasks: Task[] = [];
  /** The tasks that check the automation. */
  automationTasks: Task[] = [];
  readonly #stage: Stage;

  constructor(stage: Stage, name: string) {
    this.#stage = stage;
    this.name = name;
  }

  /** Claims what is due, and begins to work on it. */
  async claim(task: Task): Promise<void> {
    const { clock, jobs } = this.#stage;
    const sentAt = clock.milliseconds();
    const claim = { worker: `wrk_${this.name}`, leaseSeconds, most: 2, projectLimit: 5 };
    for (const leased of await claimJobs(task.database.db, claim)) {
      const job = jobs.find(({ id }) => id === leased.id);
      if (job !== undefined) await this.#begin(leased, job, sentAt);
    }
  }

  /** Renews the leases of its runs, and ends those that are lost. */
  async renew(task: Task): Promise<void> {
    const sentAt = this.#stage.clock.milliseconds();
    const runs = this.runs.slice();
    const leases = runs.map(({ hold }) => hold.lease);
    const kept = await renewLeases(task.database.db, leases, leaseSeconds);
    for (const run of runs) {
      const renewed = kept.get(run.hold.lease.jobId);
      if (renewed === undefined) run.hold.lose();
      if (renewed !== true) continue;
      // A run whose job was taken over on its own machine already knows it, and has the name of the same job.
      if (run.hold.signal.aborted) continue;
      demand(run.until > sentAt, () => `a lease of job ${run.job.number} was renewed that had run out`);
      run.hold.renewed(sentAt);
      run.until = sentAt + leaseSeconds * 1000;
    }
  }

  /** Handles the code host when something is due there: acts on its events, and follows checks. */
  async handleHost(task: Task): Promise<void> {
    const { db } = task.database;
    this.hostTasks.push(task);
    const hostLease = await leaseNextHost(db, hostLeaseSeconds);
    if (hostLease === undefined) return;
    this.#stage.note('host handled');
    try {
      await this.#handleHost(task, hostLease);
      await endHostLease(db, hostLease, { pauseSeconds: 0, failed: false });
    } catch (error) {
      const isForeseen = task.strand.dead || isUnavailable(error) || isDatabaseUnavailable(error);
      if (!isForeseen) this.#stage.bugs.push({ error });
      await endHostLease(db, hostLease, { pauseSeconds: 5, failed: true }).catch(() => undefined);
    }
  }

  /** Checks the automation when it is due. */
  async checkAutomations(task: Task): Promise<void> {
    this.automationTasks.push(task);
    const services = automationServices(this.#stage, task);
    try {
      const { claimed } = await claimDue(services.db, { most: 1, leaseSeconds: automationLeaseSeconds });
      for (const one of claimed) await checkAutomation(services, one);
    } catch (error) {
      if (!task.strand.dead && !isDatabaseUnavailable(error)) this.#stage.bugs.push({ error });
    }
  }

  async kill(): Promise<void> {
    for (const task of [...this.hostTasks, ...this.automationTasks]) await this.#stage.kill(task);
    this.hostTasks = [];
    this.automationTasks = [];
    for (const run of this.runs) {
      disturb(run);
      run.hold.close();
      await this.#stage.kill(run.task);
    }
    this.runs = [];
    this.tracked.clear();
  }

  async #handleHost(task: Task, hostLease: HostLease): Promise<void> {
    const { db } = task.database;
    const project = await readProject(db, hostLease.projectId);
    const connection = await readConnection(db, hostLease.projectId);
    if (project === undefined || connection === undefined) throw new Error('the project is not connected');
    const services = workerServices(this.#stage, this.tracked, task, undefined);
    const host = hostedCodeHost(this.#stage, task, project);
    const mayWrite = (login: string): Promise<boolean> => host.mayWrite(login);
    await handleHost(
      { services, project, host, connection, hostLease, mayWrite, mask: copyTexts },
      new AbortController().signal,
    );
  }

  async #begin(leased: LeasedJob, job: ExpectedJob, sentAt: number): Promise<void> {
    const stage = this.#stage;
    for (const earlier of this.runs) if (earlier.job === job) earlier.hold.lose();
    const lease = { jobId: leased.id, epoch: leased.epoch };
    const clock = (): number => stage.clock.milliseconds();
    await stage.begin(
      `${this.name} works on job ${job.number}`,
      async (task) => {
        const sleep = async (): Promise<void> => void (await task.strand.gate({ kind: 'pause' }));
        const hold = openHold({ lease, leaseSeconds, sentAt, clock, sleep });
        const run: Run = { task, hold, job, until: sentAt + leaseSeconds * 1000, disturbed: false };
        this.runs.push(run);
        try {
          await workOnJob(workerServices(stage, this.tracked, task, job), leased, hold);
        } finally {
          hold.close();
          this.runs = this.runs.filter((other) => other !== run);
        }
      },
      leaseSeconds / 3,
    );
  }
}

/** The step in flight may be lost. */
export function disturb(run: Run): void {
  if (run.disturbed) return;
  run.disturbed = true;
  run.job.disturbedRuns += 1;
  run.job.crashes += 1;
}

/** The texts of the simulation contain no secret. */
async function copyTexts(texts: readonly string[]): Promise<string[]> {
  return [...texts];
}
