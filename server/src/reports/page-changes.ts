import type { ReportPage } from '@copydesk/contract';

/** The maximum of pages in each list. */
export const mostListed = 10;

/** Views by page number, which the lists are made of: of the period and of the days before. */
export interface Counted {
  now: Float64Array;
  before: Float64Array;
}

/** The first pages of each list, by their numbers. */
export interface PageLists {
  readMost: number[];
  readMore: number[];
  readLess: number[];
}

/**
 * Counts of independent readers vary by the square root of their number (Poisson). The difference of two counts of the
 * same page varies by the square root of their sum.
 */
const deviations = 3;

/** Lists the pages that were read most, and those whose views changed by more than chance explains. */
export function listPages({ now, before }: Counted): PageLists {
  const [most, more, less] = [new Top(mostListed), new Top(mostListed), new Top(mostListed)];
  for (let page = 0; page < Math.max(now.length, before.length); page += 1) {
    const [views, earlier] = [now[page] ?? 0, before[page] ?? 0];
    if (views > 0) most.add(page, views);
    const difference = views - earlier;
    if (Math.abs(difference) <= deviations * Math.sqrt(views + earlier)) continue;
    if (difference > 0) more.add(page, difference);
    else less.add(page, -difference);
  }
  return { readMost: most.pages(), readMore: more.pages(), readLess: less.pages() };
}

/** Returns the pages with the largest values. */
export function topPages(values: Float64Array): number[] {
  const top = new Top(mostListed);
  for (let page = 0; page < values.length; page += 1) {
    const value = values[page] ?? 0;
    if (value > 0) top.add(page, value);
  }
  return top.pages();
}

/** Returns a function that makes the list entry of a page from its number. */
export function pageOf({ now, before }: Counted, names: ReadonlyMap<number, string>): (page: number) => ReportPage {
  return (page) => ({ path: names.get(page) ?? '', views: now[page] ?? 0, before: before[page] ?? 0 });
}

/**
 * Keeps the largest values without sorting all of them. Among equal ones it keeps those with the lowest page numbers.
 */
class Top {
  private readonly most: number;
  private readonly entries: { page: number; value: number }[] = [];

  constructor(most: number) {
    this.most = most;
  }

  add(page: number, value: number): void {
    const { entries, most } = this;
    const last = entries.at(-1);
    if (entries.length === most && last !== undefined && value <= last.value) return;
    let place = entries.length;
    while (place > 0 && (entries[place - 1]?.value ?? 0) < value) place -= 1;
    entries.splice(place, 0, { page, value });
    if (entries.length > most) entries.pop();
  }

  pages(): number[] {
    return this.entries.map(({ page }) => page);
  }
}
