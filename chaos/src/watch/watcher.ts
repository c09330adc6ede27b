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
  look: () => Promise<boolean>;
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
  const { observer, violations, now, patience } = options;
  const rows = new Map<string, JobRow>();
  const events = new Map<string, EventRow[]>();
  const transcripts = new Map<string, TranscriptState>();
  const moved = new Map<string, number>();
  const ending = new AbortController();

  const seeRow = (row: JobRow): void => {
    const before = rows.get(row.id);
    for (const wrong of brokenInRow(row, before)) violations.add('a job goes by the drawn edges', row.id, wrong);
    const still = before !== undefined && before.epoch === row.epoch && before.events === row.events;
    if (!still) moved.set(row.id, patience.now());
    const stillFor = patience.now() - (moved.get(row.id) ?? patience.now());
    if (row.status === 'active' && stillFor > stuckMilliseconds) {
      violations.add(
        'no job is stuck',
        row.id,
        `nothing happened for ${stuckMilliseconds / 1000} s: ${JSON.stringify(row)}`,
      );
    }
    rows.set(row.id, row);
  };
  const seeEvent = (event: EventRow): void => {
    const { state: next, wrong } = readEntry(transcripts.get(event.job) ?? emptyTranscript, event);
    for (const detail of wrong) violations.add('a transcript has no gap and no stranger', event.job, detail);
    transcripts.set(event.job, next);
    events.set(event.job, [...(events.get(event.job) ?? []), event]);
  };
  let lookedAt = 0;
  // Never two at once, or an entry would be read twice.
  const look = coalesce(async () => {
    const started = now();
    const found = await observer.read(readRows);
    if (found === undefined) return;
    for (const missing of rows.keys()) {
      if (!found.some(({ id }) => id === missing))
        violations.add('no accepted job is lost', missing, 'its row is gone');
    }
    for (const row of found) seeRow(row);
    const seen = new Map(found.map(({ id }) => [id, transcripts.get(id)?.sequence ?? 0]));
    const fresh = await observer.read((db) => readNewEvents(db, seen));
    for (const event of fresh ?? []) seeEvent(event);
    if (fresh !== undefined) lookedAt = started;
  });
  const loop = (async () => {
    while (!ending.signal.aborted) {
      await look();
      await setTimeout(500, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();

  return {
    rows: () => rows,
    events: (job) => events.get(job) ?? [],
    async look() {
      const called = now();
      await look();
      return lookedAt >= called;
    },
    sawJob(story, job) {
      if (job.status === 'active' && job.prLink !== null) {
        violations.add('active means no link', job.id, `the API answered the link ${job.prLink}`, [story.key]);
      }
      if (story.last?.status === 'archived' && job.status !== 'archived') {
        violations.add('a job goes by the drawn edges', job.id, `it was archived and is ${job.status}`, [story.key]);
      }
      // Two responses may overtake each other, but nothing comes after the end.
      if (story.last?.status !== 'archived') story.last = job;
    },
    async stop() {
      ending.abort();
      await loop;
    },
  };
}
