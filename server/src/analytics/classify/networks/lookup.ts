import { addressNumber, blockBounds } from './address.ts';

/** Finds the published address ranges that contain an address. */
export interface AddressRanges {
  /** Whether the ranges of a network are known. */
  has(network: string): boolean;
  /** Returns the ids of the networks that contain the address; undefined for what is not an address. */
  networksOf(address: string): readonly string[] | undefined;
}

/** Builds a lookup table from networks by id, with their blocks (`192.0.2.0/24`). */
export function addressRanges(networks: ReadonlyMap<string, readonly string[]>): AddressRanges {
  const { starts, ids } = segmentsOf(networks);
  return {
    has: (network) => (networks.get(network)?.length ?? 0) > 0,
    networksOf(address) {
      const number = addressNumber(address);
      return number === undefined ? undefined : (ids[lastNotAbove(starts, number)] ?? none);
    },
  };
}

/** Returns a function that checks whether one of the blocks contains an address. */
export function openBlocks(blocks: readonly string[]): (address: string) => boolean {
  const ranges = addressRanges(new Map([['', blocks]]));
  return (address) => (ranges.networksOf(address)?.length ?? 0) > 0;
}

const none: readonly string[] = [];

/**
 * Cuts the address space into segments, each of which belongs to the same networks from its start to the next one's:
 * blocks of several networks overlap, and one binary search then finds all of them.
 */
function segmentsOf(networks: ReadonlyMap<string, readonly string[]>): { starts: bigint[]; ids: string[][] } {
  const edges = [...networks].flatMap(([id, blocks]) =>
    blocks.flatMap((block) => {
      const bounds = blockBounds(block);
      if (bounds === undefined) return [];
      return [
        { at: bounds.first, id, change: 1 },
        { at: bounds.last + 1n, id, change: -1 },
      ];
    }),
  );
  edges.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const depths = new Map<string, number>();
  const segments: { starts: bigint[]; ids: string[][] } = { starts: [], ids: [] };
  for (const [place, { at, id, change }] of edges.entries()) {
    depths.set(id, (depths.get(id) ?? 0) + change);
    if (edges[place + 1]?.at === at) continue;
    segments.starts.push(at);
    segments.ids.push([...depths].filter(([, depth]) => depth > 0).map(([network]) => network));
  }
  return segments;
}

/** Returns the index of the last number that is at most `value`; -1 when all are greater. */
function lastNotAbove(sorted: readonly bigint[], value: bigint): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? value) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
