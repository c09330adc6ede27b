import type { AgentPageViews } from '../../agent/ports.ts';
import { readNotFound } from '../../analytics/read/page/views.ts';
import { hasPages, readViewsOfPaths } from '../../analytics/read/page/views-of-paths.ts';
import type { PageAddress } from '../../docs/engine.ts';
import type { Database } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import { asPage, whereServed } from './where-served.ts';

/** Where the views of a project's files are read from. */
export interface PageViewsSource {
  db: Database;
  project: Pick<Project, 'number' | 'pagesAt'>;
  /** The docs that readers see, followed by others for what is new in them, such as those with the turn's change. */
  docs: readonly { addresses(): Promise<PageAddress[]> }[];
  retentionMonths: number;
  now: () => Date;
}

/** Finds the paths under which readers request files. */
export interface LocatePages {
  /** Returns the paths by file path. A file that becomes no page has none. */
  locate(files: readonly string[]): Promise<Map<string, string[]>>;
}

const thirtyDays = 30 * 24 * 3_600_000;
const hour = 3_600_000;

/**
 * Opens the views of the docs' files over the last 30 days, by the pages that the files become. A file that becomes no
 * page is left out. Returns undefined while nothing was ever collected for the project.
 */
export async function openPageViews(source: PageViewsSource): Promise<(AgentPageViews & LocatePages) | undefined> {
  const { db, project, docs, retentionMonths, now } = source;
  if (!(await hasPages(db, project.number))) return undefined;
  let located: Promise<Locate> | undefined;
  const openLocated = async (): Promise<Locate> => await (located ??= openLocate(source));
  const site = () => ({ projectId: project.number, now: now(), retentionMonths });
  const locateFiles = async (files: readonly string[]): Promise<{ file: string; at: string[] }[]> => {
    const locate = await openLocated();
    const pages = await findPages(docs, new Set(files));
    return pages.map((page) => ({ file: page.path, at: locate(page) }));
  };
  return {
    locate: async (files) => new Map((await locateFiles(files)).map(({ file, at }) => [file, at])),
    async read(paths) {
      const wanted = await locateFiles(paths);
      const views = await readViewsOfPaths(db, site(), {
        dateFrom: monthAgo(now()),
        paths: wanted.flatMap(({ at }) => at),
      });
      return wanted.map(({ file, at }) => {
        const counts = at.flatMap((path) => views.get(path) ?? []);
        return { path: file, human: sum(counts.map(({ human }) => human)), ai: sum(counts.map(({ ai }) => ai)) };
      });
    },
    pages: async () => [...new Set((await pagesOf(docs)).map(({ path }) => path))],
    async missing(within, limit) {
      const locate = await openLocated();
      const all = await pagesOf(docs);
      const meant = all.filter(({ path }) => within(path));
      const beside = meant.length === all.length ? '/' : folderOfAll(meant.flatMap(locate));
      const query = { dateFrom: monthAgo(now()), offset: 0, limit: mostMissing };
      const { result } = await readNotFound(db, site(), query);
      const inFolder = result.paths.filter(({ path }) => beside !== undefined && path.startsWith(beside));
      return inFolder.slice(0, limit).map(({ path, human, ai }) => ({ address: path, human, ai }));
    },
  };
}

/** How many addresses that were requested and not found are read, before those of a folder are picked. */
const mostMissing = 1_000;

/** Rounds to whole hours, which are packed, so that no single views need counting. */
export function monthAgo(now: Date): Date {
  return new Date(Math.floor((now.getTime() - thirtyDays) / hour) * hour);
}

async function pagesOf(docs: PageViewsSource['docs']): Promise<PageAddress[]> {
  return (await Promise.all(docs.map((one) => one.addresses()))).flat();
}

/** Returns the folder that all addresses are in, with its slash at the end; undefined when there are none. */
function folderOfAll(addresses: string[]): string | undefined {
  const [first, ...others] = addresses;
  if (first === undefined) return undefined;
  let common = first.split('/');
  for (const address of others) {
    const parts = address.split('/');
    const length = common.findIndex((part, index) => part !== parts[index]);
    if (length >= 0) common = common.slice(0, length);
  }
  // A single page is in the folder above it.
  const folder = common.length === first.split('/').length ? common.slice(0, -1) : common;
  return `${folder.join('/')}/`;
}

/** The pages of a file, as page views name them. */
type Locate = (page: PageAddress) => string[];

/** Opens the mapping from a page of the docs to the paths under which readers request it. */
export async function openLocate({
  db,
  project,
  docs,
}: Pick<PageViewsSource, 'db' | 'project' | 'docs'>): Promise<Locate> {
  const { pagesAt } = project;
  const prefixes =
    pagesAt === null ? await whereServed(db, project.number, (await docs[0]?.addresses()) ?? []) : undefined;
  return ({ base, addresses }) => {
    const prefix = pagesAt ?? prefixes?.get(base) ?? base;
    return [...new Set(addresses.flatMap((address) => asPage(prefix + address) ?? []))];
  };
}

/** Returns the wanted files, each as described by the first docs that have it. */
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
