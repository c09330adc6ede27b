import { addressNumber, blockBounds } from './address.ts';

/** Which published address ranges an address is in. */
export interface AddressRanges {
  /** Whether the ranges of a network are known. */
  has(network: string): boolean;
  /** The ids of the networks that the address is in; undefined for what is no address. */
  networksOf(address: string): readonly string[] | undefined;
}

/** A table of networks by their id, with their blocks (`192.0.2.0/24`), made for looking up. */
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

/** Whether an address is in one of some blocks. */
export function openBlocks(blocks: readonly string[]): (address: string) => boolean {
  const ranges = addressRanges(new Map([['', blocks]]));
  return (address) => (ranges.networksOf(address)?.length ?? 0) > 0;
}

const none: readonly string[] = [];

/**
 * Cuts the addresses into segments, each of which is in the same networks from its start to the next one's: blocks of
 * several networks overlap, and one binary search answers for all.
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

/** The place of the last number that is not above `value`; -1 when all are. */
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
