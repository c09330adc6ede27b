import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { blockBounds } from './address.ts';
import { addressRanges } from './lookup.ts';
import type { AddressRanges } from './lookup.ts';

const Block = z.string().refine((block) => blockBounds(block) !== undefined, 'must be an address or a CIDR block');

/** Published address ranges, as they are kept: with the package, and in the data directory once they were renewed. */
export const RangesFile = z.object({
  networks: z.array(
    z.object({
      id: z.string(),
      operator: z.string(),
      /** Where the operator publishes them. */
      source: z.url({ protocol: /^https$/ }),
      /** How they stand there: as a file, as the same JSON within a page, or in words that no program can read anew. */
      form: z.enum(['json', 'page', 'words']).default('json'),
      /** The day of the operator's file, or of the copy; null where neither tells. */
      date: z.iso.date().nullable(),
      /** Empty where they are not known before the first renewal. */
      prefixes: z.array(Block).max(20_000),
    }),
  ),
});

export type RangesFile = z.infer<typeof RangesFile>;

/** The ranges that come with the package. */
export function bundledRanges(): RangesFile {
  return RangesFile.parse(JSON.parse(readFileSync(new URL('bundled-ranges.json', import.meta.url), 'utf8')));
}

/** The file of renewed ranges in a data directory. */
export const renewedRangesPath = (dataDirectory: string): string => path.join(dataDirectory, 'address-ranges.json');

/**
 * Opens the ranges: of each network the newer of what comes with the package and what was renewed. A file of renewed
 * ranges that cannot be read counts as none.
 *
 * @param dataDirectory where renewed ranges are; undefined for the package's own alone.
 */
export function openRanges(dataDirectory?: string): AddressRanges {
  const networks = new Map(bundledRanges().networks.map((network) => [network.id, network]));
  for (const network of renewedRanges(dataDirectory)) {
    const bundled = networks.get(network.id);
    if (bundled === undefined || (bundled.date ?? '') <= (network.date ?? '')) networks.set(network.id, network);
  }
  return addressRanges(new Map([...networks].map(([id, { prefixes }]) => [id, prefixes])));
}

/** The renewed ranges of a data directory; empty when there are none that can be read. */
export function renewedRanges(dataDirectory: string | undefined): RangesFile['networks'] {
  const file = dataDirectory === undefined ? undefined : renewedRangesPath(dataDirectory);
  if (file === undefined || !existsSync(file)) return [];
  try {
    return RangesFile.parse(JSON.parse(readFileSync(file, 'utf8'))).networks;
  } catch {
    return [];
  }
}
