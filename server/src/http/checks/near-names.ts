import { z } from 'zod';

/** A name that the schema does not know, where it is, and the known one that was probably meant. */
export interface NearName {
  path: (string | number)[];
  meant: string;
}

/**
 * Finds names of parameters or fields that are nearly ones that the schema knows. If they were ignored as others are,
 * `?date_from=2026-01-01` would silently return the numbers of all time, and `{"prompt": …, "Ref": "v2"}` would change
 * another branch.
 *
 * @param schema of `value`, which need not be valid.
 */
export function findNearNames(schema: z.core.$ZodType, value: unknown): NearName[] {
  const found: NearName[] = [];
  const visit = (shape: Shape, part: unknown, path: NearName['path']): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      const { items } = shape;
      if (items !== undefined) for (const [index, item] of part.entries()) visit(items(), item, [...path, index]);
      return;
    }
    for (const name in part) {
      const below = shape.fields.get(name);
      if (below !== undefined) visit(below(), Reflect.get(part, name), [...path, name]);
      else {
        const meant = shape.isOpen ? undefined : nearestOf(shape, name);
        if (meant !== undefined) found.push({ path: [...path, name], meant });
      }
    }
  };
  visit(shapeOf(schema), value, []);
  return found;
}

/** The names that an object may have, and what is below each; where items are objects, what these may have. */
interface Shape {
  fields: ReadonlyMap<string, () => Shape>;
  /** The letters of each name in `fields`, which every unknown name is compared with. */
  letters: readonly { name: string; letters: string }[];
  items?: () => Shape;
  /** Whether any name is allowed. */
  isOpen: boolean;
}

const shapes = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema) ?? mergedShape([schema]);
  shapes.set(schema, known);
  return known;
}

/** Returns the shape of a value that may be by any of these schemas: the alternatives of a union. */
function mergedShape(schemas: readonly z.core.$ZodType[]): Shape {
  const fields = new Map<string, z.core.$ZodType[]>();
  const items: z.core.$ZodType[] = [];
  const open = [...schemas];
  let isOpen = false;
  for (const one of open) {
    if (one instanceof z.ZodObject) {
      for (const [name, field] of Object.entries<z.core.$ZodType>(one.shape)) {
        fields.set(name, [...(fields.get(name) ?? []), field]);
      }
    } else if (one instanceof z.ZodArray) items.push(one.element);
    else if (one instanceof z.ZodRecord || one instanceof z.ZodUnknown || one instanceof z.ZodAny) isOpen = true;
    else open.push(...within(one));
  }
  return {
    fields: new Map([...fields].map(([name, all]) => [name, once(() => mergedShape(all))])),
    letters: [...fields.keys()].map((name) => ({ name, letters: lettersOf(name) })),
    ...(items.length > 0 && { items: once(() => mergedShape(items)) }),
    isOpen,
  };
}

/** Returns the schemas that a schema consists of, such as that which is optional. */
function within(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return [...schema.options];
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (schema instanceof z.ZodPipe) return [schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in];
  if (schema instanceof z.ZodLazy) return [schema.def.getter()];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.def.innerType];
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return [schema.def.innerType];
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodCatch) return [schema.def.innerType];
  return [];
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** `date_from`, `datefrom` and `DateFrom` are nearly `dateFrom`, and so is a name that differs by one letter. */
function nearestOf({ letters: known }: Shape, name: string): string | undefined {
  const given = lettersOf(name);
  return known.find(
    ({ letters }) => given === letters || (letters.length >= shortestMisspelt && isOneEditFrom(given, letters)),
  )?.name;
}

/** In shorter names, such as `path` and `page`, one other letter makes another word. */
const shortestMisspelt = 5;

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Whether one letter was left out, added or changed, or two adjacent letters were swapped. */
function isOneEditFrom(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
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
