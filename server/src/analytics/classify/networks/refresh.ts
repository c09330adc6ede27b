import { mkdir, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { DownloadRefused } from '../download-refused.ts';
import { blockBounds } from './address.ts';
import { bundledRanges, renewedRanges, renewedRangesPath } from './file.ts';
import type { RangesFile } from './file.ts';

/** The result of renewing the ranges of one network. */
export interface RenewedNetwork {
  id: string;
  operator: string;
  source: string;
  /** How many blocks there are now. */
  prefixes: number;
  added: number;
  removed: number;
  /** Why the ranges were kept unchanged; null when they were renewed. */
  failure: string | null;
}

type Network = RangesFile['networks'][number];

/** The form in which operators publish their addresses: Google's, which others adopted, or Amazon's. */
const Published = z.object({
  prefixes: z
    .array(
      z.object({
        ipv4Prefix: z.string().optional(),
        ipv6Prefix: z.string().optional(),
        ip_prefix: z.string().optional(),
      }),
    )
    .min(1)
    .max(20_000),
});

/**
 * Downloads the published ranges of every network that a program can read, and writes them into the data directory. A
 * network whose addresses cannot be downloaded, or have an unknown form, keeps its ranges.
 */
export async function refreshRanges(options: {
  dataDirectory: string;
  /** Downloads a text; rejects when it cannot. */
  download: (url: URL) => Promise<string>;
  now: Date;
}): Promise<RenewedNetwork[]> {
  const date = options.now.toISOString().slice(0, 10);
  const before = new Map(bundledRanges().networks.map((network) => [network.id, network]));
  for (const network of renewedRanges(options.dataDirectory)) before.set(network.id, network);
  const published = [...before.values()].filter(({ form }) => form !== 'words');
  const renewed = await Promise.all(published.map((network) => renew(network, date, options.download)));
  await writeAtomically(options.dataDirectory, { networks: renewed.map(({ network }) => network) });
  return renewed.map(({ network, failure }, place) => toRenewed(network, published[place], failure));
}

async function renew(
  network: Network,
  date: string,
  download: (url: URL) => Promise<string>,
): Promise<{ network: Network; failure: string | null }> {
  try {
    const text = await download(new URL(network.source));
    const prefixes = prefixesOf(network.form === 'page' ? withinPage(text) : text);
    return { network: { ...network, date, prefixes }, failure: null };
  } catch (error) {
    return { network, failure: error instanceof z.ZodError ? 'The file is not of the known form.' : messageOf(error) };
  }
}

/**
 * Finds the list in Amazon's pages, `{"creationTime": "…", "prefixes": [{"ip_prefix": "…"}, …]}` in the middle of HTML.
 */
function withinPage(html: string): string {
  const list = /\{\s*"creationTime"\s*:\s*"[^"]*"\s*,\s*"prefixes"\s*:\s*\[[^\]]*\]\s*\}/.exec(html)?.[0];
  if (list === undefined) throw new DownloadRefused('The page has no list of addresses.');
  return list;
}

function prefixesOf(text: string): string[] {
  const { prefixes } = Published.parse(JSON.parse(text));
  const blocks = prefixes.flatMap(
    ({ ipv4Prefix, ipv6Prefix, ip_prefix }) => ipv4Prefix ?? ipv6Prefix ?? ip_prefix ?? [],
  );
  const wrong = blocks.find((block) => blockBounds(block) === undefined);
  if (wrong !== undefined) throw new DownloadRefused(`"${wrong.slice(0, 60)}" is no block of addresses.`);
  if (blocks.length === 0) throw new DownloadRefused('The file has no addresses.');
  return [...new Set(blocks)];
}

/** Writes a temporary file and renames it, so that no process reads half a file. */
async function writeAtomically(dataDirectory: string, file: RangesFile): Promise<void> {
  const target = renewedRangesPath(dataDirectory);
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(`${target}.new`, `${JSON.stringify(file, null, 2)}\n`);
  await rename(`${target}.new`, target);
}

function toRenewed(network: Network, before: Network | undefined, failure: string | null): RenewedNetwork {
  const had = new Set(before?.prefixes);
  const has = new Set(network.prefixes);
  const { id, operator, source } = network;
  const added = [...has].filter((prefix) => !had.has(prefix)).length;
  const removed = [...had].filter((prefix) => !has.has(prefix)).length;
  return { id, operator, source, prefixes: has.size, added, removed, failure };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
