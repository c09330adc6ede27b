/**
 * Returns how many single characters must be inserted, removed, replaced or swapped with the next (optimal string
 * alignment) to turn one text into the other; undefined if more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]);
      const swapped = areSwapped(a, b, row, column) ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current[column] = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped);
    }
    if (Math.min(...current) > limit) return undefined;
    beforeLast = last;
    last = current;
  }
  const distance = last[b.length] ?? 0;
  return distance <= limit ? distance : undefined;
}

/** Whether the last two of the first characters of the texts are the same in the other order. */
function areSwapped(a: string, b: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
}
