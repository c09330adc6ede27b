/** A promise of the product that was seen broken. */
export class Violation extends Error {}

export function demand(holds: boolean, violated: () => string): asserts holds {
  if (!holds) throw new Violation(violated());
}
