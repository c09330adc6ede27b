/**
 * Makes a value that PostgreSQL's `jsonb` accepts. A NUL character or half a surrogate pair, which a model may well
 * write, would make the step impossible to store. Each becomes U+FFFD.
 */
export function storable<T>(value: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value keeps its shape
  return replaceUnstorable(value) as T;
}

function replaceUnstorable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (Array.isArray(value)) return value.map(replaceUnstorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [replaceUnstorable(name), replaceUnstorable(field)]),
  );
}
