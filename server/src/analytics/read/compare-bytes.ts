/**
 * Compares texts as their UTF-8 bytes. `<` compares UTF-16 units, which puts the code points from U+10000 on, written
 * as surrogates (from 0xD800), before those from U+E000 to U+FFFF; otherwise the two orders are the same.
 */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let place = 0; place < length; place += 1) {
    const [one, other] = [left.charCodeAt(place), right.charCodeAt(place)];
    if (one === other) continue;
    const [oneIsPair, otherIsPair] = [isSurrogate(one), isSurrogate(other)];
    return oneIsPair === otherIsPair ? one - other : Number(oneIsPair) - Number(otherIsPair) || one - other;
  }
  return left.length - right.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
