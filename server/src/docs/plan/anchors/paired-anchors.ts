/** An anchor of a page, in the order of the page. */
export interface PlacedAnchor {
  anchor: string;
  /** Its name in the text: equal names have different anchors. */
  name: string;
  /** The depth of its heading. */
  depth: number;
}

/**
 * Pairs the anchors of a page before and after an edit that mark the same place. Equal headings at the beginning and
 * the end of the page stayed, whatever their present number. Between those, anchors that still exist divide the page.
 * Headings between two of them became the headings that are there now, if their number and depths are the same.
 */
export function pairedAnchors(old: readonly PlacedAnchor[], now: readonly PlacedAnchor[]): [string, string][] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && isSame(old[head], now[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail += 1;
  const [former, present] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  return [
    ...pairInOrder(old.slice(0, head), now.slice(0, head)),
    ...pairedBetween(former, present),
    ...pairInOrder(old.slice(old.length - tail), now.slice(now.length - tail)),
  ];
}

function isSame(a: PlacedAnchor | undefined, b: PlacedAnchor | undefined): boolean {
  return a?.name === b?.name && a?.depth === b?.depth;
}

function pairedBetween(old: PlacedAnchor[], now: PlacedAnchor[]): [string, string][] {
  const present = new Set(now.map(({ anchor }) => anchor));
  const stays = new Set(old.map(({ anchor }) => anchor).filter((anchor) => present.has(anchor)));
  const gaps = gapsBetween(now, stays);
  return [...gapsBetween(old, stays)].flatMap(([between, gap]) => {
    const there = gaps.get(between) ?? [];
    const isAlike = gap.length === there.length && gap.every(({ depth }, at) => depth === there[at]?.depth);
    return isAlike ? pairInOrder(gap, there) : [];
  });
}

/** Returns the anchors between each two anchors that stayed. */
function gapsBetween(anchors: PlacedAnchor[], stays: ReadonlySet<string>): Map<string, PlacedAnchor[]> {
  const gaps = new Map<string, PlacedAnchor[]>();
  let after = '';
  let gap: PlacedAnchor[] = [];
  for (const placed of anchors) {
    if (!stays.has(placed.anchor)) {
      gap.push(placed);
      continue;
    }
    gaps.set(`${after} ${placed.anchor}`, gap);
    [after, gap] = [placed.anchor, []];
  }
  return gaps.set(`${after} `, gap);
}

function pairInOrder(old: readonly PlacedAnchor[], now: readonly PlacedAnchor[]): [string, string][] {
  return old.flatMap(({ anchor }, at): [string, string][] => {
    const is = now[at]?.anchor ?? '';
    return anchor === '' || is === '' ? [] : [[anchor, is]];
  });
}
