import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { blockBounds } from './address.ts';
import { addressRanges } from './lookup.ts';
import type { AddressRanges } from './lookup.ts';

const Block = z.string().refine((block) => blockBounds(block) !== undefined, 'must be an address or a CIDR block');

/**
 * The file of published address ranges: it comes with the package, and is in the data directory once it was renewed.
 */
export const RangesFile = z.object({
  networks: z.array(
    z.object({
      id: z.string(),
      operator: z.string(),
      /** Where the operator publishes them. */
      source: z.url({ protocol: /^https$/ }),
      /** The form of publication: a file, the same JSON within a page, or prose that no program can read again. */
      form: z.enum(['json', 'page', 'words']).default('json'),
      /** The date of the operator's file, or of the copy; null when neither has one. */
      date: z.iso.date().nullable(),
      /** Empty when they are not known before the first renewal. */
      prefixes: z.array(Block).max(20_000),
    }),
  ),
});

export type RangesFile = z.infer<typeof RangesFile>;

/** Reads the ranges that come with the package. */
export function bundledRanges(): RangesFile {
  return RangesFile.parse(JSON.parse(readFileSync(new URL('bundled-ranges.json', import.meta.url), 'utf8')));
}

/** Returns the path of the renewed ranges in a data directory. */
export const renewedRangesPath = (dataDirectory: string): string => path.join(dataDirectory, 'address-ranges.json');

/**
 * Opens the ranges: for each network the newer of the package's and the renewed ones. An unreadable file of renewed
 * ranges is ignored.
 *
 * @param dataDirectory the folder of the renewed ranges; undefined for the package's own only.
 */
export function openRanges(dataDirectory?: string): AddressRanges {
  const networks = new Map(bundledRanges().networks.map((network) => [network.id, network]));
  for (const network of renewedRanges(dataDirectory)) {
    const bundled = networks.get(network.id);
    if (bundled === undefined || (bundled.date ?? '') <= (network.date ?? '')) networks.set(network.id, network);
  }
  return addressRanges(new Map([...networks].map(([id, { prefixes }]) => [id, prefixes])));
}

/** Returns the renewed ranges of a data directory; empty when there are no readable ones. */
export function renewedRanges(dataDirectory: string | undefined): RangesFile['networks'] {
  const file = dataDirectory === undefined ? undefined : renewedRangesPath(dataDirectory);
  if (file === undefined || !existsSync(file)) return [];
  try {
    return RangesFile.parse(JSON.parse(readFileSync(file, 'utf8'))).networks;
  } catch {
    return [];
  }
}
