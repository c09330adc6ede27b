import type { ErrorObject } from 'ajv';

/** One fault in a description. */
export interface SchemaFault {
  /** The keys that lead to the fault. */
  path: string[];
  message: string;
  /** Identifies the fault. It does not change when items are added before it. */
  key: string;
}

/**
 * Returns the faults that a person would name. A validator also reports every alternative that did not match and every
 * value that contains a wrong one. Only the innermost places are kept, each once.
 */
export function faultsOf(errors: ErrorObject[]): SchemaFault[] {
  const relevant = errors.filter((error) => !isOfAlternative(error));
  const named = relevant.filter(({ keyword }) => keyword !== 'unevaluatedProperties');
  // When a part is wrong, the properties that it would allow count as unevaluated.
  const chosen = named.length > 0 ? named : relevant.length > 0 ? relevant : errors.slice(0, 1);
  const places = new Map<string, SchemaFault>();
  for (const error of chosen) {
    const path = placeOf(error);
    const pointer = path.join('\n');
    if (!places.has(pointer)) places.set(pointer, { path, message: messageOf(error, path), key: keyOf(error, path) });
  }
  return innermostFaults(places);
}

/**
 * Whether an error is about an alternative, or about a reference, which schemas accept wherever a value may be
 * elsewhere.
 */
function isOfAlternative({ keyword, schemaPath }: ErrorObject): boolean {
  return /^(?:oneOf|anyOf|if)$/.test(keyword) || /reference(?:\.json)?\//i.test(schemaPath);
}

function placeOf(error: ErrorObject): string[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  const own: unknown =
    error.params['missingProperty'] ??
    error.params['additionalProperty'] ??
    error.params['unevaluatedProperty'] ??
    error.params['propertyName'];
  return typeof own === 'string' ? [...path, own] : path;
}

function messageOf({ keyword, message = 'is wrong', params }: ErrorObject, path: string[]): string {
  const place = path.join(' > ') || 'the top';
  if (keyword === 'required') return `${place} is missing`;
  if (/^(?:additional|unevaluated)Properties$/.test(keyword)) return `${place} is not allowed there`;
  const allowed: unknown = params['allowedValues'];
  return `${place} ${message}${Array.isArray(allowed) ? `: ${allowed.slice(0, 10).join(', ')}` : ''}`;
}

function keyOf({ keyword }: ErrorObject, path: string[]): string {
  return `${keyword} ${path.map((segment) => (/^\d+$/.test(segment) ? '*' : segment)).join('/')}`;
}

function innermostFaults(places: Map<string, SchemaFault>): SchemaFault[] {
  const around = new Set<string>();
  for (const { path } of places.values()) {
    for (let length = 0; length < path.length; length += 1) around.add(path.slice(0, length).join('\n'));
  }
  return [...places].filter(([pointer]) => !around.has(pointer)).map(([, fault]) => fault);
}
