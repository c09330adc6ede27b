import type { ErrorObject } from 'ajv';

/** One thing that is wrong in a description. */
export interface SchemaFault {
  /** Keys that lead to it. */
  path: string[];
  message: string;
  /** The same when items are added before it. */
  key: string;
}

/**
 * What a person would call wrong. A validator also reports every branch that it tried in vain and every value around a
 * wrong one: only the innermost places are kept, each once.
 */
export function faultsOf(errors: ErrorObject[]): SchemaFault[] {
  const telling = errors.filter((error) => !isTrial(error));
  const named = telling.filter(({ keyword }) => keyword !== 'unevaluatedProperties');
  // When a part is wrong, all that it would have allowed counts as not evaluated.
  const chosen = named.length > 0 ? named : telling.length > 0 ? telling : errors.slice(0, 1);
  const places = new Map<string, SchemaFault>();
  for (const error of chosen) {
    const path = placeOf(error);
    const pointer = path.join('\n');
    if (!places.has(pointer)) places.set(pointer, { path, message: messageOf(error, path), key: keyOf(error, path) });
  }
  return innermost(places);
}

/** Alternatives, and references that are tried wherever something may stand elsewhere. */
function isTrial({ keyword, schemaPath }: ErrorObject): boolean {
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

function innermost(places: Map<string, SchemaFault>): SchemaFault[] {
  const around = new Set<string>();
  for (const { path } of places.values()) {
    for (let length = 0; length < path.length; length += 1) around.add(path.slice(0, length).join('\n'));
  }
  return [...places].filter(([pointer]) => !around.has(pointer)).map(([, fault]) => fault);
}
