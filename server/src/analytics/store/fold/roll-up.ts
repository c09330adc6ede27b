import { dayMilliseconds, dayOf, monthOf } from '../calendar.ts';
import { visitEntries } from './journal.ts';
import type { Rows } from './packed.ts';
import { classNumber, htmlNumber } from '../tables.ts';
import type { JournalEntry, RollupTable, ViewClass } from '../tables.ts';

/** An addition to one row of `view_rollup`: rows of its tables, not yet condensed. */
export interface RollUp {
  level: 'day' | 'month';
  /** The day, or the first of the month: `2026-11-21`. */
  start: string;
  tables: Record<RollupTable, Rows>;
}

/** What the tables distinguish about a kind. */
export interface RolledKind {
  class: ViewClass;
  /** Whether another product has counted it. */
  elsewhere: boolean;
}

/** Returns what the entries of a journal add to their days and months. */
export function rollUp(journal: readonly Uint8Array[], kindOf: (kind: number) => RolledKind): RollUp[] {
  const rollups = new Map<string, RollUp>();
  const days = new Map<number, Day>();
  for (const entries of journal) {
    // Entries are sorted by hour, so the two target rows seldom change.
    let hour = -1;
    let places: Place[] = [];
    visitEntries(entries, (entry) => {
      if (entry.hour !== hour) {
        hour = entry.hour;
        places = placesOf(rollups, days, hour);
      }
      const kind = kindOf(entry.kind);
      for (const place of places) addEntry(place, entry, kind);
    });
  }
  return [...rollups.values()];
}

/**
 * The target of an hour's entries: a roll-up, the number of the hour in it, and the seconds from its start to the
 * hour's.
 */
interface Place {
  rollup: RollUp;
  hour: number;
  seconds: number;
}

/** The two roll-ups of a day. */
interface Day {
  day: RollUp;
  month: RollUp;
  /** Seconds from the start of the month to that of the day. */
  seconds: number;
}

/** Days are looked up by number: formatting the dates of each hour took a fifth of a fold of views of a year. */
function placesOf(rollups: Map<string, RollUp>, days: Map<number, Day>, hour: number): Place[] {
  const number = Math.floor(hour / 24);
  const known = days.get(number) ?? dayAt(rollups, number * dayMilliseconds);
  days.set(number, known);
  const { day, month, seconds } = known;
  const hourOfDay = hour - number * 24;
  return [
    { rollup: day, hour: hourOfDay, seconds: 0 },
    { rollup: month, hour: 0, seconds: seconds + hourOfDay * 3_600 },
  ];
}

function dayAt(rollups: Map<string, RollUp>, at: number): Day {
  const month = monthOf(at);
  return {
    day: rollupAt(rollups, 'day', dayOf(at)),
    month: rollupAt(rollups, 'month', month),
    seconds: (at - Date.parse(month)) / 1000,
  };
}

function rollupAt(rollups: Map<string, RollUp>, level: RollUp['level'], start: string): RollUp {
  const key = `${level} ${start}`;
  const found = rollups.get(key);
  if (found !== undefined) return found;
  const tables = { pages: [], hours: [], kinds: [], site: [], missing: [], referrers: [], surfaces: [] };
  const made: RollUp = { level, start, tables };
  rollups.set(key, made);
  return made;
}

function addEntry({ rollup, hour, seconds }: Place, entry: JournalEntry, rolled: RolledKind): void {
  const { tables } = rollup;
  const { page, kind, surface, verification, referrer, views } = entry;
  if (surface !== htmlNumber) tables.surfaces.push(entry.found ? 1 : 0, surface, kind, page, views);
  const { class: viewClass, elsewhere } = rolled;
  if (!entry.found) {
    tables.missing.push(kind, page, views);
    return;
  }
  tables.site.push(hour, kind, surface, verification, views, seconds + entry.lastSecond);
  if (viewClass !== 'human' || elsewhere) tables.kinds.push(kind, page, views);
  if (referrer !== null) tables.referrers.push(referrer, classNumber(viewClass), views);
  if (viewClass === 'bot') return;
  const [human, ai] = viewClass === 'human' ? [views, 0] : [0, views];
  tables.pages.push(page, human, ai);
  if (rollup.level === 'day') tables.hours.push(hour, page, human, ai);
}
