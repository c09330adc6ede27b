/**
 * Returns the values at a place of a JSON value, by a JSON pointer (RFC 6901) in which `*` stands for each entry of an
 * array. A place that does not exist has none.
 */
export function valuesAt(value: unknown, pointer: string): unknown[] {
  const steps = pointer.split('/').slice(1);
  let found: unknown[] = [value];
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found = found.flatMap((one) => valuesWithin(one, name)).slice(0, mostValues);
  }
  return found;
}

/** A body may contain tens of thousands of entries. */
const mostValues = 100;

function valuesWithin(value: unknown, name: string): unknown[] {
  if (Array.isArray(value) && name === '*') return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  const inner: unknown = Reflect.get(value, name);
  return [inner];
}
