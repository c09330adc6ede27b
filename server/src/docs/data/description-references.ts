import { decoded } from '../text/decoded.ts';
import { isRecord } from './records.ts';

/** A `$ref` with the keys that lead to it. */
export interface Reference {
  target: string;
  path: string[];
}

/** How many references are followed at most. */
const maximumReferences = 50_000;

/**
 * Returns all `$ref`s except those in examples and extensions, which may contain anything. Each value is visited once,
 * also in cycles.
 */
export function referencesIn(value: unknown): Reference[] {
  const references: Reference[] = [];
  const seen = new Set<unknown>();
  const waiting: { value: unknown; path: string[] }[] = [{ value, path: [] }];
  for (let next = waiting.pop(); next && references.length < maximumReferences; next = waiting.pop()) {
    const { value: current, path } = next;
    if (typeof current !== 'object' || current === null || seen.has(current)) continue;
    seen.add(current);
    for (const [key, child] of Object.entries(current)) {
      if (key === '$ref' && typeof child === 'string') references.push({ target: child, path: [...path, key] });
      else if (typeof child === 'object' && !allowsAnything(key, path.at(-1)))
        waiting.push({ value: child, path: [...path, key] });
    }
  }
  return references;
}

/** Whether any content is allowed below a key. Below `properties` and similar keys, the keys are names. */
function allowsAnything(key: string, parent: string | undefined): boolean {
  if (parent !== undefined && /^(?:properties|patternProperties|schemas|responses|definitions|\$defs)$/.test(parent))
    return false;
  return /^(?:example|examples|default|enum|const|x-.*)$/.test(key);
}

/** Whether a JSON pointer (`/components/schemas/A`) leads to a value. True if it passes through another reference. */
export function leadsSomewhere(value: unknown, pointer: string): boolean {
  let current = value;
  for (const segment of pointer.split('/').slice(1)) {
    const key = decoded(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(key)];
    else if (!isRecord(current)) return false;
    else if (Object.hasOwn(current, key)) current = current[key];
    else return typeof current['$ref'] === 'string';
    if (current === undefined) return false;
  }
  return true;
}

/** Whether parts have ids of their own, which references are relative to. */
export function hasOwnAddresses(text: string): boolean {
  return /["']?\$(?:id|anchor|dynamicAnchor)["']?\s*:/.test(text);
}
