import type { Arrival, CountedView } from './arrival.ts';
import { dayOf } from './calendar.ts';
import { Names, pageNames, referrerNames } from './names.ts';
import type { Wanted } from './names.ts';
import { Readers } from './readers.ts';
import type { NumberedReader } from './readers.ts';
import type { PlacedArrival } from './shards/shards.ts';
import type { Database } from '../../postgres/database.ts';
import type { Reader } from '../classify/reader.ts';

/** A view with numbers in place of names. */
export interface NumberedView {
  /** The shard that its rows belong to; the project's number unless the project has several shards. */
  shard: number;
  id: string;
  at: number;
  page: number;
  found: boolean;
  surface: number;
  reader: NumberedReader;
  isPerson: boolean;
  referrer: number | null;
  visitor: bigint | null;
  /** The number of the import that it came with. */
  import: number | null;
  /** The index of its arrival in the group. */
  arrival: number;
}

/** Assigns numbers to pages, referrers and readers. */
export class Numbering {
  readonly readers: Readers;
  private readonly pages: Names;
  private readonly referrers: Names;

  constructor(db: Database) {
    this.readers = new Readers(db);
    this.pages = new Names(db, pageNames);
    this.referrers = new Names(db, referrerNames);
  }

  /** Returns the views of a group of arrivals with their numbers. Assigns missing numbers in separate transactions. */
  async number(arrivals: readonly PlacedArrival[], today: string): Promise<NumberedView[]> {
    const pages = await this.numberNames(this.pages, arrivals, (view) => view.path);
    const referrers = await this.numberNames(this.referrers, arrivals, (view) => view.referrer);
    const readers = await this.numberReaders(arrivals, today);
    return arrivals.flatMap(({ projectId, shard, views, import: run }, arrival) =>
      views.map((view) => ({
        shard,
        id: view.id,
        at: view.at,
        page: pages(projectId, view.path),
        found: view.found,
        surface: view.surface,
        reader: readers(projectId, view.reader),
        isPerson: view.reader.verdict.class === 'human',
        referrer: view.referrer === null ? null : referrers(projectId, view.referrer),
        visitor: view.visitor,
        import: run?.number ?? null,
        arrival,
      })),
    );
  }

  /** Copies the cached numbers: they may leave the cache while others are read. */
  private async numberNames(
    names: Names,
    arrivals: readonly Arrival[],
    nameOf: (view: CountedView) => string | null,
  ): Promise<(projectId: number, name: string) => number> {
    const numbers = new Map<number, Map<string, number>>();
    const wanted = new Map<number, Wanted>();
    for (const { projectId, views } of arrivals) {
      const ofProject = entry(numbers, projectId, () => new Map());
      for (const view of views) {
        const name = nameOf(view);
        if (name === null || ofProject.has(name)) continue;
        const number = names.recall(projectId, name);
        if (number !== undefined) ofProject.set(name, number);
        else entry(wanted, projectId, () => new Map()).set(name, dayOf(view.at));
      }
    }
    for (const [projectId, ofProject] of wanted) {
      for (const [name, number] of await names.number(projectId, ofProject)) numbers.get(projectId)?.set(name, number);
    }
    return (projectId, name) => numbers.get(projectId)?.get(name) ?? 0;
  }

  private async numberReaders(
    arrivals: readonly Arrival[],
    today: string,
  ): Promise<(projectId: number, reader: Reader) => NumberedReader> {
    const numbers = new Map<number, Map<Reader, NumberedReader>>();
    const wanted = new Map<number, Set<Reader>>();
    for (const { projectId, views } of arrivals) {
      const ofProject = entry(numbers, projectId, () => new Map());
      for (const { reader } of views) {
        if (ofProject.has(reader)) continue;
        const known = this.readers.recall(projectId, reader);
        if (known !== undefined) ofProject.set(reader, known);
        else entry(wanted, projectId, () => new Set()).add(reader);
      }
    }
    for (const [projectId, readers] of wanted) {
      const added = await this.readers.number(projectId, [...readers], today);
      for (const [reader, number] of added) numbers.get(projectId)?.set(reader, number);
    }
    return (projectId, reader) => {
      const found = numbers.get(projectId)?.get(reader);
      if (found === undefined) throw new Error('A reader has no number');
      return found;
    };
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
