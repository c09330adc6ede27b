import { SitemapFailure } from './failure.ts';
import { getDocument, type HostAccess } from './get.ts';
import type { SitemapFile } from './parse.ts';

/** The content of a site's sitemap. */
export interface Sitemap {
  /** The paths of the listed addresses on the site's own host, as written. */
  paths: string[];
  /** Whether all of it was read: only then, a missing address is not in it. */
  whole: boolean;
}

export interface SitemapLimits {
  /** How many files are read, and how many levels deep files may list other files. */
  files: number;
  levels: number;
  /** For one file, unpacked. */
  fileBytes: number;
  /** For one file. */
  fileLocations: number;
  /** For all files. */
  paths: number;
  milliseconds: number;
}

/** The limits for one file are those of sitemaps.org. */
export const sitemapLimits: SitemapLimits = {
  files: 50,
  levels: 3,
  fileBytes: 50 * 1024 * 1024,
  fileLocations: 50_000,
  paths: 200_000,
  milliseconds: 20_000,
};

/** The names under which sitemaps are published; Astro writes only the second. */
const usualNames = ['sitemap.xml', 'sitemap-index.xml'];

/**
 * Reads the sitemap of a site, and the files that it lists, only from the site's own host. An error in one of several
 * files does not affect the others.
 *
 * @throws SitemapFailure if nothing of it could be read.
 */
export async function readSitemap(siteUrl: string, access: HostAccess, limits = sitemapLimits): Promise<Sitemap> {
  const site = new URL(`${siteUrl.replace(/\/+$/, '')}/`);
  const signal = AbortSignal.timeout(limits.milliseconds);
  const read = async (url: URL): Promise<SitemapFile> => {
    const bytes = await getDocument(url, access, { bytes: limits.fileBytes, signal });
    // Loaded here, since most starts of a server read no sitemap.
    const { parseSitemap } = await import('./parse.ts');
    return await parseSitemap(bytes, limits.fileLocations);
  };
  const gathered = openGathering(site, limits);
  gathered.add(await readFirst(site, read), 0);
  for (let file = gathered.next(); file !== undefined; file = gathered.next()) {
    try {
      gathered.add(await read(file.url), file.level);
    } catch (error) {
      if (!(error instanceof SitemapFailure)) throw error;
      gathered.miss();
    }
  }
  const sitemap = gathered.sitemap();
  if (sitemap.paths.length === 0) throw new SitemapFailure(`it names no address of ${site.host}`);
  return sitemap;
}

/** Reads the sitemap under the first name that exists. */
async function readFirst(site: URL, read: (url: URL) => Promise<SitemapFile>): Promise<SitemapFile> {
  let failure: unknown;
  for (const name of usualNames) {
    try {
      return await read(new URL(name, site));
    } catch (error) {
      failure ??= error;
      if (!(error instanceof SitemapFailure) || (error.status !== 404 && error.status !== 410)) break;
    }
  }
  throw failure;
}

function openGathering(site: URL, limits: SitemapLimits) {
  const paths = new Set<string>();
  const seen = new Set<string>(usualNames.map((name) => new URL(name, site).href));
  const waiting: { url: URL; level: number }[] = [];
  let files = 1;
  let whole = true;

  return {
    add({ kind, locations, more }: SitemapFile, level: number): void {
      if (more) whole = false;
      for (const location of locations) {
        const url = ownAddress(site, location);
        if (kind === 'files') enqueue(url, level + 1);
        else if (url && paths.size >= limits.paths) whole = false;
        else if (url) paths.add(url.pathname);
      }
    },
    next() {
      const file = waiting.shift();
      if (file) files += 1;
      if (files <= limits.files) return file;
      whole = false;
      return undefined;
    },
    miss(): void {
      whole = false;
    },
    sitemap: (): Sitemap => ({ paths: [...paths], whole }),
  };

  function enqueue(url: URL | undefined, level: number): void {
    if (url === undefined || level > limits.levels) whole = false;
    else if (!seen.has(url.href)) {
      seen.add(url.href);
      waiting.push({ url, level });
    }
  }
}

/**
 * Returns an address of the site's host, whatever its protocol, with the site's origin: nothing else is ever requested.
 */
function ownAddress(site: URL, location: string): URL | undefined {
  const url = URL.parse(location);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname !== site.hostname) return undefined;
  return new URL(url.pathname + url.search, site.origin);
}
