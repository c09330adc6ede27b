/**
 * Whether nobody makes up a value by hand, as a word, a name, a version or a date: letters and digits take turns in it three times,
 * large letters, small ones and digits do so every third character, or it cannot be spoken. A part between dots counts as the whole.
 */
export function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || /^(?:https?:|\/|\.)|\.[a-z]{1,5}$/.test(value)) return false;
  if (/[a-z]\.[a-z]/.test(value)) return value.split('.').some((part) => part.length >= 16 && looksRandom(part));
  return (turnsOf(value) >= 3 || isMixed(value) || consonants.test(value)) && entropyOf(value) >= 3;
}

function turnsOf(value: string): number {
  return value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
}

/** Chunks of one kind have two characters by chance, and in names such as `MyV2AccessTokenProvider` over four. */
function isMixed(value: string): boolean {
  const chunks = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return value.length >= 20 && chunks.length * 3 >= value.length;
}

/** As no word has them: "latchstring" has six together. */
const consonants = /[bcdfghjklmnpqrstvwxz]{7}/i;

/** Shannon's, in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}
