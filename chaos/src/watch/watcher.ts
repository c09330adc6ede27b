import { setTimeout } from 'node:timers/promises';
import type { Job } from '@copydesk/contract';
import type { Ledger, Story } from '../ledger.ts';
import { coalesce } from '../../../server/src/worker/coalesce.ts';
import { brokenInRow } from '../rules/row.ts';
import { readEntry, emptyTranscript } from '../rules/transcript.ts';
import type { TranscriptState } from '../rules/transcript.ts';
import type { Patience } from '../patience.ts';
import type { Violations } from '../violations.ts';
import { readNewEvents, readRows } from './facts.ts';
import type { EventRow, JobRow } from './facts.ts';
import type { Observer } from './observer.ts';

/** Checks all jobs, again and again, and reports which rules do not hold. */
export interface Watcher {
  /** Notes a job as the API returned it. */
  sawJob: (story: Story, job: Job) => void;
  /** Checks once more, now. Returns false when the database was unavailable. */
  check: () => Promise<boolean>;
  rows: () => ReadonlyMap<string, JobRow>;
  events: (job: string) => readonly EventRow[];
  stop: () => Promise<void>;
}

interface Options {
  observer: Observer;
  ledger: Ledger;
  violations: Violations;
  now: () => number;
  patience: Pick<Patience, 'now'>;
}

/** Pauses grow up to 72 seconds, and at their end all workers may be dead for a while. */
const stuckMilliseconds = 150_000;

export function startWatcher(options: Options): Watcher {
  return new JobWatcher(options);
}

class JobWatcher implements Watcher {
  readonly #options: Options;
  readonly #rows = new Map<string, JobRow>();
  readonly #events = new Map<string, EventRow[]>();
  readonly #transcripts = new Map<string, TranscriptState>();
  /** When something last happened to a job. */
  readonly #moved = new Map<string, number>();
  readonly #ending = new AbortController();
  // Never two at once, or an entry would be read twice.
  readonly #readOnce = coalesce(() => this.#read());
  readonly #loop: Promise<void>;
  #readAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#loop = this.#checkUntilStopped();
  }

  rows(): ReadonlyMap<string, JobRow> {
    return this.#rows;
  }

  events(job: string): readonly EventRow[] {
    return this.#events.get(job) ?? [];
  }

  async check(): Promise<boolean> {
    const called = this.#options.now();
    await this.#readOnce();
    return this.#readAt >= called;
  }

  sawJob(story: Story, job: Job): void {
    const { violations } = this.#options;
    if (job.status === 'active' && job.prLink !== null) {
      violations.add('active means no link', job.id, `the API answered the link ${job.prLink}`, [story.key]);
    }
    if (story.last?.status === 'archived' && job.status !== 'archived') {
      violations.add('a job goes by the drawn edges', job.id, `it was archived and is ${job.status}`, [story.key]);
    }
    // Two responses may overtake each other, but nothing comes after the end.
    if (story.last?.status !== 'archived') story.last = job;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#loop;
  }

  async #checkUntilStopped(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#readOnce();
      await setTimeout(500, undefined, { signal }).catch(() => undefined);
    }
  }

  async #read(): Promise<void> {
    const { observer, violations, now } = this.#options;
    const started = now();
    const found = await observer.read(readRows);
    if (found === undefined) return;
    for (const missing of this.#rows.keys()) {
      if (!found.some(({ id }) => id === missing))
        violations.add('no accepted job is lost', missing, 'its row is gone');
    }
    for (const row of found) this.#seeRow(row);
    const seen = new Map(found.map(({ id }) => [id, this.#transcripts.get(id)?.sequence ?? 0]));
    const fresh = await observer.read((db) => readNewEvents(db, seen));
    for (const event of fresh ?? []) this.#seeEvent(event);
    if (fresh !== undefined) this.#readAt = started;
  }

  #seeRow(row: JobRow): void {
    const { violations, patience } = this.#options;
    const before = this.#rows.get(row.id);
    for (const wrong of brokenInRow(row, before)) violations.add('a job goes by the drawn edges', row.id, wrong);
    const still = before !== undefined && before.epoch === row.epoch && before.events === row.events;
    if (!still) this.#moved.set(row.id, patience.now());
    const stillFor = patience.now() - (this.#moved.get(row.id) ?? patience.now());
    if (row.status === 'active' && stillFor > stuckMilliseconds) {
      violations.add(
        'no job is stuck',
        row.id,
        `nothing happened for ${stuckMilliseconds / 1000} s: ${JSON.stringify(row)}`,
      );
    }
    this.#rows.set(row.id, row);
  }

  #seeEvent(event: EventRow): void {
    const { state: next, wrong } = readEntry(this.#transcripts.get(event.job) ?? emptyTranscript, event);
    for (const detail of wrong) {
      this.#options.violations.add('a transcript has no gap and no stranger', event.job, detail);
    }
    this.#transcripts.set(event.job, next);
    this.#events.set(event.job, [...this.events(event.job), event]);
  }
}
