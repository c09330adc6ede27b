import type { FieldError } from '@copydesk/contract';
import { z } from 'zod';

/** No honest request has 50 different parameters, and each is compared with all known ones. */
const mostCompared = 50;

/**
 * Returns errors for parameters that are nearly ones that the schema knows. If they were ignored as others are,
 * `?date_from=2026-01-01` would silently return the numbers of all time.
 */
export function nearParameters(schema: z.ZodType | undefined, query: unknown): FieldError[] {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return [];
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  return unknown.slice(0, mostCompared).flatMap((name) => {
    const meant = known.find((one) => isNear(name, one));
    return meant === undefined ? [] : [{ parameter: name, detail: `is not known here; did you mean "${meant}"?` }];
  });
}

/** `date_from`, `datefrom` and `DateFrom` are nearly `dateFrom`, and so is a name that differs by one letter. */
function isNear(name: string, known: string): boolean {
  const [a, b] = [lettersOf(name), lettersOf(known)];
  return a === b || (b.length >= shortestMisspelt && isOneEditFrom(a, b));
}

/** In shorter names, such as `path` and `page`, one other letter makes another word. */
const shortestMisspelt = 5;

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Whether one letter was left out, added or changed, or two adjacent letters were swapped. */
function isOneEditFrom(a: string, b: string): boolean {
  const start = commonStart(a, b);
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  const isSwapped = restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2);
  return (
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB.slice(1) ||
    (restOfA.length > 1 && isSwapped)
  );
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
