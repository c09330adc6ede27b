import { chanceOf } from '../../../chaos/src/random.ts';
import { kinds } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import type { Break } from './find-breaks.ts';

/** Returns which of the breaks compile. */
export type Compiles = (breaks: readonly Break[]) => Promise<ReadonlySet<Break>>;

/**
 * Draws as many breaks as asked for, in equal shares of the kinds, the first kinds having one more where it does not come
 * out even. What does not compile is drawn again. A kind that has too few gives all it has.
 */
export async function drawPlaces(
  all: readonly Break[],
  count: number,
  seed: number,
  compiles: Compiles,
): Promise<Break[]> {
  const draws = kinds.map((kind, index) => {
    const drawn: Break[] = [];
    const left = chanceOf(seed, kind).shuffle(all.filter((one) => one.kind === kind));
    return { kind, drawn, left, share: Math.floor(count / kinds.length) + (index < count % kinds.length ? 1 : 0) };
  });
  for (;;) {
    const tried = draws.map(({ left, share, drawn, kind }) => left.splice(0, tries(kind, share - drawn.length)));
    if (tried.every((some) => some.length === 0)) return draws.flatMap(({ drawn }) => drawn);
    const compiling = await compiles(tried.flat());
    for (const [index, { drawn, share }] of draws.entries()) {
      const good = (tried[index] ?? []).filter((one) => compiling.has(one));
      drawn.push(...good.slice(0, share - drawn.length));
    }
  }
}

/** Compiling takes most of the time of a draw, so a few more are tried at once: half of the conditions do not compile. */
function tries(kind: Kind, missing: number): number {
  if (missing <= 0) return 0;
  return Math.ceil(missing * (kind === 'condition' || kind === 'service' ? 2 : 1.2)) + 1;
}
