import { pagePath } from '../../analytics/collect/page-path.ts';
import { readAnswers } from '../../analytics/read/answers.ts';
import { hasPages } from '../../analytics/read/page/views-of-paths.ts';
import type { PageAddress, Published, ReadPublished } from '../../docs/engine.ts';
import type { Database } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import type { SitemapReading, Sitemaps } from '../../sitemap/sitemaps.ts';
import type { WorkerServices } from '../services.ts';
import type { PreparedTurn } from '../turn.ts';
import { asPage, whereServed } from './where-served.ts';

/** Where a project's published site is known from. */
export interface PublishedSource {
  db: Database;
  project: Pick<Project, 'number' | 'pagesAt' | 'siteUrl'>;
  /** Without sitemaps, only collected views are known. */
  sitemaps: Sitemaps | undefined;
  /** The docs that readers see. */
  docs: { addresses(): Promise<PageAddress[]> };
  retentionMonths: number;
  now: () => Date;
}

/**
 * Reads what the sitemap of a project's site names, and how its readers were answered. Returns undefined when the
 * project neither says where its site is nor has collected anything.
 */
export async function openPublished(source: PublishedSource): Promise<ReadPublished | undefined> {
  const { db, project, sitemaps } = source;
  const siteUrl = sitemaps ? project.siteUrl : null;
  const isViewed = await hasPages(db, project.number);
  if (siteUrl === null && !isViewed) return undefined;
  return async (base) => ({
    ...(sitemaps && siteUrl !== null ? await openListed(sitemaps, siteUrl, base) : nothingListed),
    answer: isViewed ? await openAnswers(source, base) : () => undefined,
  });
}

type Listed = Omit<Published, 'answer'>;

const nothingListed: Listed = { isListed: () => false, listedBelow: () => 0, notUsed: [] };

async function openListed(sitemaps: Sitemaps, siteUrl: string, base: string): Promise<Listed> {
  const reading = await sitemaps.of(siteUrl);
  const { names, below } = addressesIn(reading);
  // The operator sets the site's address. Without a path it says nothing about one.
  const published = new URL(siteUrl).pathname.replace(/\/$/, '') || base;
  const page = (address: string) => asPage(rebaseAddress(address, base, published)) ?? '';
  return {
    isListed: (address) => names.has(page(address)),
    listedBelow: (address) => below.get(page(address)) ?? 0,
    notUsed: notUsedOf(reading, siteUrl),
  };
}

const opened = new WeakMap<object, Promise<ReadPublished | undefined>>();

/**
 * Does the same for a turn, but once, so that all of its checks use the same data and collected evidence stays valid.
 */
export async function publishedOf(
  services: WorkerServices,
  project: Project,
  turn: Pick<PreparedTurn, 'repository' | 'baseCommit'>,
): Promise<ReadPublished | undefined> {
  const known = opened.get(turn) ?? openFor(services, project, turn);
  opened.set(turn, known);
  known.catch(() => opened.delete(turn));
  return await known;
}

async function openFor(
  { db, docs: engine, sitemaps, viewsRetentionMonths, now }: WorkerServices,
  project: Project,
  { repository, baseCommit }: Pick<PreparedTurn, 'repository' | 'baseCommit'>,
): Promise<ReadPublished | undefined> {
  const docs = engine.of(await repository.openTree(baseCommit), { folder: project.docsFolder });
  return await openPublished({ db, project, sitemaps, docs, retentionMonths: viewsRetentionMonths, now });
}

async function openAnswers({ db, project, docs, retentionMonths, now }: PublishedSource, base: string) {
  const answers = await readAnswers(db, { projectId: project.number, now: now(), retentionMonths });
  const served = project.pagesAt ?? (await whereServed(db, project.number, await docs.addresses())).get(base) ?? base;
  return (address: string) => answers.get(asPage(rebaseAddress(address, base, served)) ?? '');
}

/** Moves an address from one base to another, below which readers have it. */
function rebaseAddress(address: string, base: string, to: string): string {
  return address === base || address.startsWith(`${base}/`) ? to + address.slice(base.length) : address;
}

interface Addresses {
  names: Set<string>;
  /** How many addresses are below each folder; empty when not all are known. */
  below: Map<string, number>;
}

const madeAddresses = new WeakMap<SitemapReading, Addresses>();

/** Returns the addresses of a sitemap in the normal form of pages, computed once for a reading. */
function addressesIn(reading: SitemapReading): Addresses {
  const known = madeAddresses.get(reading);
  if (known) return known;
  const found: Addresses = { names: new Set(), below: new Map() };
  madeAddresses.set(reading, found);
  if (reading.kind === 'failed') return found;
  for (const path of reading.paths) {
    const page = pagePath(path);
    if ('path' in page) found.names.add(page.path);
  }
  if (!reading.whole) return found;
  for (const name of found.names) {
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
      const folder = name.slice(0, end);
      found.below.set(folder, (found.below.get(folder) ?? 0) + 1);
    }
  }
  return found;
}

function notUsedOf(reading: SitemapReading, siteUrl: string): string[] {
  if (reading.kind === 'failed') return [`The sitemap of ${siteUrl} was not used: ${reading.because}.`];
  if (reading.whole) return [];
  return [`Not all of the sitemap of ${siteUrl} could be read: addresses that it does not name are unknown.`];
}
