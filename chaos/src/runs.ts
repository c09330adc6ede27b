import type { FaultPoint } from '../../server/src/worker/fault-points.ts';
import type { History } from './history.ts';
import type { Violations } from './violations.ts';

/** A process's work on a job, from a claim on. */
export interface Run {
  process: string;
  job: string;
  /** Numbers all claims of the rig. */
  order: number;
  /** The epoch of the claim. A turn that continues keeps it. */
  epoch: number | undefined;
  point: FaultPoint;
  /** `let go`: settled, postponed or lost. */
  state: 'working' | 'let go' | 'dead';
  isHit: boolean;
  /**
   * What a run whose job was taken over may still be seen to do, because it had begun before: one write, and one report
   * of it.
   */
  pardon: { effect: number; point: number };
}

/** A fault that hit a process while it held a job. */
export interface Hit {
  kind: string;
  process: string;
  at: number;
}

/** Who works on what, and whose job was taken over. */
export interface Runs {
  /** The epoch comes with a claim: of two claims, the one reported last may be the older. */
  reached: (process: string, point: FaultPoint, job: string, epoch?: number) => void;
  leased: (process: string, job: string, epoch: number) => void;
  /** Notes that a host has accepted a write of a process for a job. */
  wrote: (process: string, job: string, what: string) => void;
  /** Notes that a fault hit the process; `parked` is the job whose turn waits at a point for the rig. */
  hit: (process: string, kind: string, parked?: string) => void;
  /**
   * Notes that a worker reports a lost job: because of a fault, or because the machine was too busy to renew its lease
   * in time.
   */
  lost: (process: string, job: string) => void;
  /** Notes the jobs that a process held according to the database: it may have died before it could report a claim. */
  held: (process: string, kind: string, jobs: readonly string[]) => void;
  died: (process: string) => void;
  hitsOf: (job: string) => readonly Hit[];
  /** Returns how often the job was hit since its last step was stored. */
  hitsAtStep: (job: string) => number;
  isHeld: (job: string) => boolean;
  /** How long jobs rested after a fault until somebody continued them, in milliseconds. */
  takeovers: { job: string; from: number; to: number }[];
  /** Returns the number of leases that expired without a fault. */
  lapsed: () => number;
  /** Returns how many steps were seen stored. */
  steps: () => number;
  /**
   * Returns the number of writes by runs whose job was taken over that had left the process before the fault hit it.
   */
  late: () => number;
}

/** Points at which something was stored or has left the server. A verified change has done neither. */
const writes: ReadonlySet<FaultPoint> = new Set<FaultPoint>([
  'turn-begun',
  'step-stored',
  'delivery-intended',
  'pushed',
  'push-stored',
  'pull-request-reached',
  'pull-request-stored',
]);

interface RunsOptions {
  history: History;
  violations: Violations;
  /** Returns when work on a job was next due, in milliseconds; undefined when that cannot be read at the moment. */
  dueAt: (job: string) => Promise<number | undefined>;
  now: () => number;
}

export function openRuns(options: RunsOptions): Runs {
  return new ReportedRuns(options);
}

class ReportedRuns implements Runs {
  readonly takeovers: Runs['takeovers'] = [];
  readonly #options: RunsOptions;
  /** By job, in the order of the claims. */
  readonly #runs = new Map<string, Run[]>();
  readonly #hits = new Map<string, Hit[]>();
  /** When a fault hit a job that nobody has continued since. */
  readonly #restingSince = new Map<string, number>();
  /** When the last step of a job was stored. */
  readonly #lastStepAt = new Map<string, number>();
  #late = 0;
  #lapsed = 0;
  #steps = 0;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  late(): number {
    return this.#late;
  }

  lapsed(): number {
    return this.#lapsed;
  }

  steps(): number {
    return this.#steps;
  }

  hitsOf(job: string): readonly Hit[] {
    return this.#hits.get(job) ?? [];
  }

  hitsAtStep(job: string): number {
    return this.hitsOf(job).filter(({ at }) => at > (this.#lastStepAt.get(job) ?? 0)).length;
  }

  isHeld(job: string): boolean {
    return this.#of(job).some((run) => run.state === 'working');
  }

  reached(process: string, point: FaultPoint, job: string, epoch?: number): void {
    this.#options.history.note(job, `${process} reached ${point}`);
    if (point === 'claimed') return this.#claim(process, job, epoch);
    const run = this.#latest(process, job);
    if (run === undefined) return;
    run.point = point;
    run.state = point === 'settled' ? 'let go' : 'working';
    if (point === 'step-stored') {
      this.#lastStepAt.set(job, this.#options.now());
      this.#steps += 1;
    }
    if (writes.has(point)) this.#judge(run, `the point "${point}"`, 'point');
  }

  leased(process: string, job: string, epoch: number): void {
    const run = this.#latest(process, job);
    if (run === undefined) return;
    run.epoch = epoch;
    this.#options.history.note(job, `${process} holds epoch ${epoch}`);
  }

  wrote(process: string, job: string, what: string): void {
    this.#options.history.note(job, `${process} wrote: ${what}`);
    const run = this.#latest(process, job);
    if (run !== undefined) this.#judge(run, what, 'effect');
  }

  hit(process: string, kind: string, parked?: string): void {
    for (const run of this.#working(process)) {
      this.#strike(run.job, process, `${kind} (last point: ${run.point})`);
      run.isHit = true;
      this.#restingSince.set(run.job, this.#options.now());
      // Its turn waits for the rig, so nothing of it can be in progress.
      if (run.job === parked) run.pardon = { effect: 0, point: 0 };
    }
  }

  lost(process: string, job: string): void {
    const run = this.#latest(process, job);
    if (run === undefined || run.isHit) return;
    this.#lapsed += 1;
    this.#strike(run.job, process, 'lost its lease');
  }

  held(process: string, kind: string, jobs: readonly string[]): void {
    for (const job of jobs) if (this.#latest(process, job)?.isHit !== true) this.#strike(job, process, kind);
  }

  died(process: string): void {
    for (const run of this.#working(process)) run.state = 'dead';
  }

  #claim(process: string, job: string, epoch: number | undefined): void {
    const order = [...this.#runs.values()].reduce((sum, list) => sum + list.length, 0);
    const run: Run = {
      process,
      job,
      order,
      epoch,
      point: 'claimed',
      state: 'working',
      isHit: false,
      pardon: { effect: 1, point: 1 },
    };
    this.#runs.set(job, [...this.#of(job), run]);
    const from = this.#restingSince.get(job);
    if (from !== undefined) void this.#recordTakeover(job, from, this.#options.now());
    this.#restingSince.delete(job);
  }

  /** A postponed job waits until it is due, whoever died meanwhile. */
  async #recordTakeover(job: string, hitAt: number, to: number): Promise<void> {
    const dueAt = await this.#options.dueAt(job);
    if (dueAt === undefined) return;
    this.takeovers.push({ job, from: Math.min(to, Math.max(hitAt, dueAt)), to });
  }

  #judge(run: Run, what: string, kind: keyof Run['pardon']): void {
    const newer = this.#of(run.job).find((other) => isNewer(other, run));
    if (newer === undefined) return;
    if (run.state === 'dead' || run.pardon[kind] > 0) {
      run.pardon[kind] -= 1;
      this.#late += kind === 'effect' ? 1 : 0;
      this.#options.history.note(run.job, `${run.process} was late with ${what}: ${newer.process} had taken over`);
      return;
    }
    const held = run.epoch === undefined ? '' : ` under epoch ${run.epoch}`;
    this.#options.violations.add(
      'nothing is written by a stale epoch',
      run.job,
      `${run.process}${held} got through with ${what}, after ${newer.process} had claimed the job (epoch ${newer.epoch ?? 'not yet known'})`,
    );
  }

  #strike(job: string, process: string, kind: string): void {
    this.#hits.set(job, [...this.hitsOf(job), { kind, process, at: this.#options.now() }]);
    this.#options.history.note(job, `${process} was hit: ${kind}`);
  }

  #of(job: string): Run[] {
    return this.#runs.get(job) ?? [];
  }

  #latest(process: string, job: string): Run | undefined {
    return this.#of(job).findLast((run) => run.process === process);
  }

  #working(process: string): Run[] {
    return [...this.#runs.values()].flat().filter((run) => run.process === process && run.state === 'working');
  }
}

/** Compares by epoch when both are known: the report of a claim may have been delayed by a stop. */
function isNewer(other: Run, run: Run): boolean {
  if (other.epoch !== undefined && run.epoch !== undefined && other.epoch !== run.epoch) return other.epoch > run.epoch;
  return other.order > run.order;
}
