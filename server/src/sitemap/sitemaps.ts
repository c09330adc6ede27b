import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { SitemapFailure } from './failure.ts';
import type { HostAccess } from './get.ts';
import { readSitemap, sitemapLimits, type Sitemap, type SitemapLimits } from './read.ts';

/** The sitemap of a site, or why there is none, as the end of "… was not used: …". */
export type SitemapReading = ({ kind: 'read' } & Sitemap) | { kind: 'failed'; because: string };

export interface Sitemaps {
  /** Returns the site's sitemap, read within the last day. Errors are returned, never thrown. */
  of(siteUrl: string): Promise<SitemapReading>;
}

export interface SitemapsOptions extends HostAccess {
  /** Where readings are stored, for all processes of this machine. */
  directory: string;
  now: () => Date;
  limits?: SitemapLimits;
}

const hour = 3_600_000;
const keptFor = { read: 24 * hour, failed: hour / 6 };
/** How many readings are kept in memory: the most recent ones. */
const mostInMemory = 4;

const Kept = z.object({
  version: z.literal(1),
  siteUrl: z.string(),
  at: z.number(),
  reading: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('read'), paths: z.array(z.string()), whole: z.boolean() }),
    z.object({ kind: z.literal('failed'), because: z.string() }),
  ]),
});

type Kept = z.infer<typeof Kept>;

/** Opens the sitemaps of published sites. Each is requested at most once a day, a failing one every ten minutes. */
export function openSitemaps(options: SitemapsOptions): Sitemaps {
  const { directory, now, limits = sitemapLimits } = options;
  const known = new Map<string, Promise<Kept>>();

  return {
    async of(siteUrl) {
      const running = known.get(siteUrl);
      const last = await running;
      if (last && isFresh(last)) return last.reading;
      // Another call may have begun loading while this one waited.
      const current = known.get(siteUrl);
      const next = current === undefined || current === running ? load(siteUrl) : current;
      known.delete(siteUrl);
      known.set(siteUrl, next);
      for (const oldest of known.keys()) if (known.size > mostInMemory) known.delete(oldest);
      return (await next).reading;
    },
  };

  async function load(siteUrl: string): Promise<Kept> {
    const file = path.join(directory, `${createHash('sha256').update(siteUrl).digest('hex')}.json.gz`);
    const kept = await readKept(file);
    if (kept?.siteUrl === siteUrl && isFresh(kept)) return kept;
    const fresh: Kept = { version: 1, siteUrl, at: now().getTime(), reading: await tryToRead(siteUrl) };
    // If the disk cannot store it, that costs a request, but no job fails.
    await keep(file, fresh).catch(() => undefined);
    return fresh;
  }

  function isFresh({ at, reading }: Kept): boolean {
    const age = now().getTime() - at;
    return age >= 0 && age < keptFor[reading.kind];
  }

  async function tryToRead(siteUrl: string): Promise<SitemapReading> {
    try {
      return { kind: 'read', ...(await readSitemap(siteUrl, options, limits)) };
    } catch (error) {
      return { kind: 'failed', because: error instanceof SitemapFailure ? error.message : 'it could not be read' };
    }
  }

  /**
   * Stores a reading. It writes a new file and renames it, so that no process reads a partial one. Files not renewed for a
   * week are removed.
   */
  async function keep(file: string, kept: Kept): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.new`;
    await writeFile(draft, await promisify(gzip)(JSON.stringify(kept)), { mode: 0o600 });
    await rename(draft, file);
    for (const name of await readdir(directory)) {
      const other = path.join(directory, name);
      const { mtimeMs } = await stat(other);
      if (now().getTime() - mtimeMs > 7 * 24 * hour) await rm(other, { force: true });
    }
  }
}

/** Reads a stored reading; returns undefined if there is none, or if it is not readable. */
async function readKept(file: string): Promise<Kept | undefined> {
  try {
    return Kept.parse(JSON.parse(String(await promisify(gunzip)(await readFile(file)))));
  } catch {
    return undefined;
  }
}
