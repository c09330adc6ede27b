import type { Arrival, CountedView } from './arrival.ts';
import { dayOf } from './calendar.ts';
import { Names, pageNames, referrerNames } from './names.ts';
import type { Wanted } from './names.ts';
import { Readers } from './readers.ts';
import type { NumberedReader } from './readers.ts';
import type { Database } from '../../postgres/database.ts';
import type { Reader } from '../classify/reader.ts';

/** A view with numbers in place of names. */
export interface NumberedView {
  projectId: number;
  id: string;
  at: number;
  page: number;
  found: boolean;
  surface: number;
  reader: NumberedReader;
  isPerson: boolean;
  referrer: number | null;
  visitor: bigint | null;
  /** The arrival that it came with, by its place in the group. */
  arrival: number;
}

/** Numbers pages, referrers and readers. */
export class Numbering {
  readonly readers: Readers;
  private readonly pages: Names;
  private readonly referrers: Names;

  constructor(db: Database) {
    this.readers = new Readers(db);
    this.pages = new Names(db, pageNames);
    this.referrers = new Names(db, referrerNames);
  }

  /** The views of a group of arrivals with their numbers. What has none yet gets it, in a transaction of its own. */
  async number(arrivals: readonly Arrival[], today: string): Promise<NumberedView[]> {
    const pages = await this.numberNames(this.pages, arrivals, (view) => view.path);
    const referrers = await this.numberNames(this.referrers, arrivals, (view) => view.referrer);
    const readers = await this.numberReaders(arrivals, today);
    return arrivals.flatMap(({ projectId, views }, arrival) =>
      views.map((view) => ({
        projectId,
        id: view.id,
        at: view.at,
        page: pages(projectId, view.path),
        found: view.found,
        surface: view.surface,
        reader: readers(projectId, view.reader),
        isPerson: view.reader.verdict.class === 'human',
        referrer: view.referrer === null ? null : referrers(projectId, view.referrer),
        visitor: view.visitor,
        arrival,
      })),
    );
  }

  private async numberNames(
    names: Names,
    arrivals: readonly Arrival[],
    nameOf: (view: CountedView) => string | null,
  ): Promise<(projectId: number, name: string) => number> {
    const wanted = new Map<number, Wanted>();
    for (const { projectId, views } of arrivals) {
      for (const view of views) {
        const name = nameOf(view);
        if (name === null || names.recall(projectId, name) !== undefined) continue;
        entry(wanted, projectId, () => new Map()).set(name, dayOf(view.at));
      }
    }
    const added = new Map<number, Map<string, number>>();
    for (const [projectId, ofProject] of wanted) added.set(projectId, await names.number(projectId, ofProject));
    return (projectId, name) => added.get(projectId)?.get(name) ?? names.recall(projectId, name) ?? 0;
  }

  private async numberReaders(
    arrivals: readonly Arrival[],
    today: string,
  ): Promise<(projectId: number, reader: Reader) => NumberedReader> {
    const wanted = new Map<number, Set<Reader>>();
    for (const { projectId, views } of arrivals) {
      for (const { reader } of views) {
        if (this.readers.recall(projectId, reader) === undefined) {
          entry(wanted, projectId, () => new Set()).add(reader);
        }
      }
    }
    const added = new Map<number, Map<Reader, NumberedReader>>();
    for (const [projectId, readers] of wanted) {
      added.set(projectId, await this.readers.number(projectId, [...readers], today));
    }
    return (projectId, reader) => {
      const found = added.get(projectId)?.get(reader) ?? this.readers.recall(projectId, reader);
      if (found === undefined) throw new Error('A reader was forgotten while its views were counted');
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
