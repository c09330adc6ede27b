/** The seed of property tests that ask for none themselves. */
const usual = 20_261_128;

/**
 * Returns the seed that a setting asks for: `random`, or an integer of 32 bits. Throws if it is neither.
 *
 * @param now Returns the time in milliseconds since 1970, from which a random seed is made.
 */
export function seedOf(setting: string | undefined, now: () => number): number {
  if (setting === undefined || setting === '') return usual;
  if (setting === 'random') return now() | 0;
  const seed = Number(setting);
  if (seed !== (seed | 0)) throw new Error(`COPYDESK_TEST_SEED is ${setting}; set an integer of 32 bits, or random`);
  return seed;
}
