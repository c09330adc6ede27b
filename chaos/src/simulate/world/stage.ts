import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { VirtualClock } from '../clock.ts';
import type { SimulationDatabase } from '../postgres/simulation-database.ts';
import { strandDatabase } from '../postgres/strand-database.ts';
import type { StrandDatabase } from '../postgres/strand-database.ts';
import { HostChecks } from '../stand-ins/host-checks.ts';
import { newOrigin } from '../stand-ins/origin.ts';
import type { Origin } from '../stand-ins/origin.ts';
import { eventsPage, pageOf } from '../stand-ins/prompt.ts';
import { Strand } from '../strand.ts';
import type { Outcome } from '../strand.ts';
import type { ExpectedJob } from './expected-job.ts';
import type { Observation } from './observation.ts';

/** How many jobs a lifecycle may have. */
export const maximumJobs = 2;

/** A strand with its database. */
export interface Task {
  strand: Strand;
  database: StrandDatabase;
  /** How many seconds the server allows it to idle in a transaction. */
  idleInTransaction: number;
}

/** What one lifecycle happens in: a clock, a database, an origin, and what is in progress. */
export class Stage {
  readonly simulation: SimulationDatabase;
  readonly clock = new VirtualClock(new Date('2026-01-05T09:00:00Z'));
  readonly origin: Origin;
  readonly hostChecks: HostChecks;
  readonly jobs: ExpectedJob[] = [];
  /** How often each thing has happened. */
  readonly happened = new Map<string, number>();
  /** What has happened, in words. */
  readonly moves: string[] = [];
  /** Distinguishes this lifecycle's keys from those of others in the same database. */
  readonly nonce = randomUUID();
  /** What people pushed: none of it may be lost. */
  readonly pushes: { branch: string; commit: string }[] = [];
  /** The events that were accepted for the automation, as they stand in its material. */
  readonly events: string[] = [];
  /** What the product logged as an error of its own. */
  readonly bugs: object[] = [];
  /** Counts the messages that were answered. */
  answers = 0;
  /** Numbers messages and people's commits. */
  messages = 0;
  /** Counts everything that may have changed the visible state. */
  happenings = 0;
  lastObservation: { happenings: number; observation: Observation } | undefined;
  readonly #tasks = new Set<Task>();

  constructor(simulation: SimulationDatabase) {
    this.simulation = simulation;
    this.origin = newOrigin(
      [...Array.from({ length: maximumJobs }, (_, job) => pageOf(job)), eventsPage],
      this.clock.now(),
    );
    this.hostChecks = new HostChecks(this.origin);
  }

  /** Counts an event for the table of what has happened. */
  note(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  /** Begins a task, up to the first place where it waits. */
  async begin(name: string, work: (task: Task) => Promise<void>, idleInTransaction = 60): Promise<Task> {
    const strand = new Strand(name);
    const task = { strand, database: strandDatabase(this.simulation, this.clock, strand), idleInTransaction };
    this.#tasks.add(task);
    void strand.run(() => work(task));
    await this.#settle(task);
    return task;
  }

  /** Lets a strand continue to its next place, and with it those that waited for its locks. */
  async continueTask(task: Task, outcome: Outcome = 'well'): Promise<void> {
    task.strand.continueTask(outcome);
    await this.#settle(task);
    await this.#settleOthers();
  }

  /** Lets a strand continue until it is over. One that waits for another's lock keeps waiting. */
  async finish(task: Task): Promise<void> {
    await this.continueFor(task, 1_000);
  }

  /** Lets a strand continue by so many places, or until it is over or waits for another's lock. */
  async continueFor(task: Task, places: number): Promise<void> {
    for (let passed = 0; passed < places && task.strand.place !== undefined; passed += 1) await this.continueTask(task);
  }

  /** Kills the process: its transaction is undone. */
  async kill(task: Task): Promise<void> {
    this.happenings += 1;
    task.strand.kill();
    const { pid } = task.strand;
    if (pid !== undefined) await this.simulation.observer.query('select pg_cancel_backend($1)', [pid], 0);
    await task.database.cut();
    await task.strand.standing();
    await this.#settleOthers();
  }

  /** Lets time pass. A task that idles in a transaction for longer than the server allows loses it. */
  async pass(seconds: number): Promise<void> {
    this.clock.pass(seconds);
    const idle = [...this.#tasks].filter(({ strand, database }) => strand.place !== undefined && database.isOpen());
    const cut = idle.filter(({ idleInTransaction }) => seconds >= idleInTransaction);
    if (cut.length === 0) return;
    this.happenings += 1;
    for (const { database } of cut) await database.cut();
    await this.#settleOthers();
  }

  /** Everything that has begun and is not over. */
  get underWay(): Task[] {
    return [...this.#tasks].filter(({ strand }) => !strand.over);
  }

  /** Waits until the strand stands at a place, is over, or waits for a lock of another that stands. */
  async #settle(task: Task): Promise<void> {
    this.happenings += 1;
    const others = [...this.#tasks].filter((other) => other !== task && other.database.isOpen());
    if (others.length === 0) return await task.strand.standing();
    const standing = task.strand.standing().then(() => true);
    while (!(await Promise.race([standing, delay(1, false)]))) {
      if (task.strand.pid !== undefined && (await this.#isBlocked(task.strand.pid))) return;
    }
  }

  /** Those that waited for a lock may have got it, and what they do may let others continue. */
  async #settleOthers(): Promise<void> {
    for (let moved = true; moved;) {
      moved = false;
      for (const task of this.#tasks) moved = (await this.#settleRunning(task)) || moved;
    }
  }

  /** @returns whether it was running, and no longer is. */
  async #settleRunning(task: Task): Promise<boolean> {
    const { strand } = task;
    const wasRunning = !strand.over && strand.place === undefined;
    if (wasRunning) await this.#settle(task);
    if (strand.over) this.#tasks.delete(task);
    return wasRunning && (strand.over || strand.place !== undefined);
  }

  async #isBlocked(pid: number): Promise<boolean> {
    const statement = 'select cardinality(pg_blocking_pids($1)) as count';
    const { rows } = await this.simulation.observer.query<{ count: number }>(statement, [pid], 0);
    return rows.some(({ count }) => count > 0);
  }
}
