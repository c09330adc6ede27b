/** Returns the keys of a table, with their type. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  const keys: K[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
