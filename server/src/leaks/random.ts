/**
 * Returns whether a value is random, and not made up by a person like a word, a name, a version or a date: letters and
 * digits alternate at least three times, or its kind of character (upper case, lower case, digit) changes about every
 * third character, or it cannot be pronounced. A part between dots counts like the whole.
 */
export function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || /^(?:https?:|\/|\.)|\.[a-z]{1,5}$/.test(value)) return false;
  if (/[a-z]\.[a-z]/.test(value)) return value.split('.').some((part) => part.length >= 16 && looksRandom(part));
  return (turnsOf(value) >= 3 || isMixed(value) || consonants.test(value)) && entropyOf(value) >= 3;
}

function turnsOf(value: string): number {
  return value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
}

/**
 * Returns whether the kinds of characters are mixed. Runs of one kind have two characters on average in random text,
 * and over four in names such as `MyV2AccessTokenProvider`.
 */
function isMixed(value: string): boolean {
  const chunks = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return value.length >= 20 && chunks.length * 3 >= value.length;
}

/** No word has so many consonants in a row: "latchstring" has six. */
const consonants = /[bcdfghjklmnpqrstvwxz]{7}/i;

/** Returns Shannon's entropy, in bits per character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}
