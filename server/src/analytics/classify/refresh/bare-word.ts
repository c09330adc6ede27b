/**
 * Returns whether a name is an ordinary word with nothing to tell it from one: `Code`, `Spider`, `LCC`. `Timpibot`,
 * `AI2Bot`, `Nova Act` and `cohere-ai` are not.
 */
export function isBareWord(name: string): boolean {
  if (/[^A-Za-z]/.test(name) || /[a-z][A-Z]/.test(name)) return false;
  return !/^[a-z]{3,}(?:bot|crawler|spider|agent|fetcher)$/i.test(name);
}
