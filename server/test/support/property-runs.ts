/**
 * Returns how many inputs a property test draws: a fifth of those at which faults were found when it was written, so
 * that the unit tests take less than a minute. `COPYDESK_TEST_RUNS=1` draws all of them, 5 five times as many.
 */
export function propertyRuns(all: number, setting = process.env.COPYDESK_TEST_RUNS): number {
  const factor = setting === undefined || setting === '' ? 0.2 : Number(setting);
  if (!(factor > 0)) throw new Error(`COPYDESK_TEST_RUNS is ${setting}; set a number above 0`);
  return Math.ceil(all * factor);
}
