/**
 * Returns how many inputs a property test draws: a fifth of those at which faults were found when it was written, so
 * that the unit tests take less than a minute. `COPYDESK_TEST_RUNS=1` draws all of them, 5 five times as many.
 */
export function propertyRuns(all: number, setting = process.env.COPYDESK_TEST_RUNS): number {
  const factor = setting === undefined || setting === '' ? 0.2 : Number(setting);
  if (!(factor > 0)) throw new Error(`COPYDESK_TEST_RUNS is ${setting}; set a number above 0`);
  return Math.ceil(all * factor);
}

/**
 * Returns a function that gives a fifth of the cases, and the next fifth each time: places that take turns get all of
 * them together. `COPYDESK_TEST_RUNS=1` gives each place all.
 */
export function inTurns<T>(cases: readonly T[], setting?: string): () => T[] {
  const count = Math.min(cases.length, propertyRuns(cases.length, setting));
  let next = 0;
  return () => {
    const given = [...cases, ...cases].slice(next, next + count);
    next = (next + count) % cases.length;
    return given;
  };
}

/** Returns a fifth of the cases, spread evenly, with the first of them; all with `COPYDESK_TEST_RUNS=1`. */
export function someOf<T>(cases: readonly T[], setting?: string): T[] {
  const count = Math.min(cases.length, propertyRuns(cases.length, setting));
  return cases.filter(
    (_, at) => Math.floor((at * count) / cases.length) !== Math.floor(((at - 1) * count) / cases.length),
  );
}
