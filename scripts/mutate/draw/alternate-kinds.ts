import type { Probed } from '../reach/insert-probes.ts';

/** Orders places so that each kind has its turn: an interrupted run has judged as many of each. */
export function alternateKinds(places: readonly Probed[]): Probed[] {
  const groups = [...Map.groupBy(places, ({ place }) => place.kind).values()];
  const rounds = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group.slice(round, round + 1))).flat();
}
