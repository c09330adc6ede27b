import { condense, pack } from './packed.ts';
import { rollUp } from './roll-up.ts';
import type { RolledKind, RollUp } from './roll-up.ts';
import { mapTables, mergeSlices, sizeOf } from '../shards/slices.ts';
import type { MergedSlices, PackedTables, Slice } from '../shards/slices.ts';
import { rollupTableNames, rollupTables } from '../tables.ts';
import type { RollupTable } from '../tables.ts';

/** CPU-intensive work on packed tables: a megabyte of them takes some 20 ms. */
export interface PackTasks {
  'roll up': { task: { journal: Uint8Array; kinds: ReadonlyMap<number, RolledKind> }; answer: AddedRollup[] };
  merge: { task: readonly MergedSlices[]; answer: Slice[][] };
}

export type PackTask = keyof PackTasks;

/** Runs such work, in this thread or another one. */
export type Packing = <K extends PackTask>(kind: K, task: PackTasks[K]['task']) => Promise<PackTasks[K]['answer']>;

/** What a journal adds to a day or a month. */
export interface AddedRollup extends Pick<RollUp, 'level' | 'start'> {
  tables: PackedTables;
  bytes: number;
  /** Whether it subtracts something. */
  corrects: boolean;
}

export const packingTasks: { [K in PackTask]: (task: PackTasks[K]['task']) => PackTasks[K]['answer'] } = {
  'roll up': ({ journal, kinds }) =>
    rollUp(splitFrames(journal), (kind) => requireKind(kinds, kind)).map(({ level, start, tables }) => {
      const condensed = (name: RollupTable) => condense(rollupTables[name], tables[name]);
      const packed = mapTables((name) => pack(rollupTables[name], condensed(name)));
      return { level, start, tables: packed, bytes: sizeOf(packed), corrects: correctsAny(tables) };
    }),
  merge: (merges) => merges.map(mergeSlices),
};

/**
 * Returns a kind. When a node of a cluster is lost in the middle of a commit, it gets the committed kinds when it is
 * back; the fold fails until then.
 */
function requireKind(kinds: ReadonlyMap<number, RolledKind>, kind: number): RolledKind {
  const found = kinds.get(kind);
  if (found === undefined) throw new Error('A journal counts a kind of readers that is not there');
  return found;
}

/** Packs in this thread: for rare work whose caller has nothing else to do. */
export const packHere: Packing = async (kind, task) => await Promise.resolve(packingTasks[kind](task));

/** Concatenates tables, each after its length in four bytes. */
export function frame(tables: readonly Uint8Array[]): Uint8Array {
  const lengths = tables.map((table) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(table.length);
    return length;
  });
  return Buffer.concat(tables.flatMap((table, place) => [lengths[place] ?? Buffer.alloc(4), table]));
}

function splitFrames(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: Uint8Array[] = [];
  for (let place = 0; place < bytes.length;) {
    const end = place + 4 + view.getUint32(place);
    tables.push(bytes.subarray(place + 4, end));
    place = end;
  }
  return tables;
}

function correctsAny(tables: RollUp['tables']): boolean {
  return rollupTableNames.some((name) => {
    const { keys, values } = rollupTables[name];
    return tables[name].some((value, place) => value < 0 && place % (keys + values) >= keys);
  });
}
