import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';

/** Where a strand waits until it may continue. */
export type Place =
  /** Before a transaction, or before a statement that is one by itself. */
  | { kind: 'transaction'; statement: string }
  /** Before a further statement of a transaction, when the strand is slow. */
  | { kind: 'statement'; statement: string }
  | { kind: 'model' }
  | { kind: 'helper' }
  /** A call that leaves the server: before it is made, before it arrives, and before its answer does. */
  | { kind: 'call'; call: Call; stage: 'made' | 'under way' | 'answered' }
  | { kind: 'point'; point: FaultPoint }
  | { kind: 'pause' };

export type Call = 'fetch' | 'push' | 'find' | 'open' | 'update' | 'read' | 'checks' | 'log';

/**
 * How a strand continues: well, with an error instead of what it is about to do, or with one instead of the answer to
 * it.
 */
export type Outcome = 'well' | 'fail' | 'lose';

/** The error of a killed process. Nobody catches it but the strand itself. */
export class Killed extends Error {}

/**
 * One line of work that stops at every place where it touches the world, until it may continue: a turn of a worker, a
 * request, a renewal. While it stands still, everything else may happen; so only the simulation decides the order of
 * events.
 */
export class Strand {
  readonly name: string;
  /** Stops at each statement of a transaction too. */
  slow = false;
  error: unknown;
  over = false;
  /** Whether its process was killed. */
  dead = false;
  /**
   * The PostgreSQL process in which one of its queries runs at this moment: another may hold the lock that it wants.
   */
  pid: number | undefined;
  #gates: { place: Place; opened: PromiseWithResolvers<Outcome> }[] = [];
  #change = Promise.withResolvers<void>();

  constructor(name: string) {
    this.name = name;
  }

  /** Does the work. An error that it throws is kept. */
  async run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Killed)) this.error = error;
    } finally {
      this.over = true;
      this.#notify();
    }
  }

  /** Called by the work: waits at a place. */
  async gate(place: Place): Promise<Outcome> {
    if (this.dead) throw new Killed();
    const opened = Promise.withResolvers<Outcome>();
    this.#gates.push({ place, opened });
    this.#notify();
    return await opened.promise;
  }

  /** The place where it waits; undefined while it runs, and when it is over. */
  get place(): Place | undefined {
    return this.#gates[0]?.place;
  }

  continueTask(outcome: Outcome): void {
    this.#gates.shift()?.opened.resolve(outcome);
  }

  /** Kills the process: what it was about to do does not happen, nor anything after. */
  kill(): void {
    this.dead = true;
    for (const { opened } of this.#gates.splice(0)) opened.reject(new Killed());
  }

  /** Resolves when it waits at a place, or is over. */
  async standing(): Promise<void> {
    while (!this.over && this.#gates.length === 0) await this.#change.promise;
  }

  #notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

/**
 * Makes a call over the network: it may fail before it arrives, and its answer may be lost.
 *
 * @param call.guard called at the last moment before the call is made; what it throws prevents the call.
 */
export async function callOver<T>(
  strand: Strand,
  name: Call,
  call: { guard?: (() => void) | undefined; effect: () => Promise<T>; failure: () => Error },
): Promise<T> {
  const made = await strand.gate({ kind: 'call', call: name, stage: 'made' });
  call.guard?.();
  const underWay = await strand.gate({ kind: 'call', call: name, stage: 'under way' });
  if (made === 'fail' || underWay === 'fail') throw call.failure();
  const answer = await call.effect();
  const answered = await strand.gate({ kind: 'call', call: name, stage: 'answered' });
  if ([made, underWay, answered].some((outcome) => outcome !== 'well')) throw call.failure();
  return answer;
}
