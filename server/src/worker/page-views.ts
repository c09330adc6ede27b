import type { AgentPageViews } from '../agent/ports.ts';
import { hasPages, readViewsOfPaths } from '../analytics/read/views-of-paths.ts';
import type { PageAddress } from '../docs/engine.ts';
import type { Database } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';
import { asPage, whereServed } from './where-served.ts';

/** What the views of a project's files are read from. */
export interface PageViewsSource {
  db: Database;
  project: Pick<Project, 'number' | 'pagesAt'>;
  /** The docs that readers see, and after them others, such as those with the turn's change, for what is new in them. */
  docs: readonly { addresses(): Promise<PageAddress[]> }[];
  retentionMonths: number;
  now: () => Date;
}

const thirtyDays = 30 * 24 * 3_600_000;
const hour = 3_600_000;

/**
 * Views of the files of the docs over the last 30 days, by the pages that the files become: a file that becomes no
 * page is left out. Undefined while nothing was ever collected for the project.
 */
export async function openPageViews(source: PageViewsSource): Promise<AgentPageViews | undefined> {
  const { db, project, docs, retentionMonths, now } = source;
  if (!(await hasPages(db, project.number))) return undefined;
  let located: Promise<Locate> | undefined;
  return {
    async read(paths) {
      const locate = await (located ??= openLocate(source));
      const pages = await findPages(docs, new Set(paths));
      const wanted = pages.map((page) => ({ file: page.path, at: locate(page) }));
      const site = { projectId: project.number, now: now(), retentionMonths };
      // Whole hours are packed, so that no single views are counted.
      const dateFrom = new Date(Math.floor((site.now.getTime() - thirtyDays) / hour) * hour);
      const views = await readViewsOfPaths(db, site, { dateFrom, paths: wanted.flatMap(({ at }) => at) });
      return wanted.map(({ file, at }) => {
        const counts = at.flatMap((path) => views.get(path) ?? []);
        return { path: file, human: sum(counts.map(({ human }) => human)), ai: sum(counts.map(({ ai }) => ai)) };
      });
    },
  };
}

/** The pages of a file, as page views know them. */
type Locate = (page: PageAddress) => string[];

async function openLocate({ db, project, docs }: PageViewsSource): Promise<Locate> {
  const { pagesAt } = project;
  const prefixes =
    pagesAt === null ? await whereServed(db, project.number, (await docs[0]?.addresses()) ?? []) : undefined;
  return ({ base, addresses }) => {
    const prefix = pagesAt ?? prefixes?.get(base) ?? base;
    return [...new Set(addresses.flatMap((address) => asPage(prefix + address) ?? []))];
  };
}

/** The wanted files, each as the first of the docs that has it tells of it. */
async function findPages(docs: PageViewsSource['docs'], wanted: Set<string>): Promise<PageAddress[]> {
  const found = new Map<string, PageAddress>();
  for (const one of docs) {
    if (found.size === wanted.size) break;
    for (const page of await one.addresses()) {
      if (wanted.has(page.path) && !found.has(page.path)) found.set(page.path, page);
    }
  }
  return [...wanted].flatMap((path) => found.get(path) ?? []);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
