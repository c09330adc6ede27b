import type { Span } from '../tree.ts';

/**
 * What a configuration file contains, read without running it: JSON, YAML and the literal parts of JavaScript in one
 * form, each with its position in the text. A value that would need evaluation is `unknown`.
 */
export type Literal = Span &
  (
    | { kind: 'string'; value: string }
    | { kind: 'scalar'; value: number | boolean | null }
    | { kind: 'list'; items: Literal[] }
    | {
        kind: 'map';
        entries: LiteralEntry[];
        /** Whether it has unknown parts (spreads, computed keys). */ open: boolean;
      }
    | { kind: 'call'; callee: string; arguments: Literal[] }
    | { kind: 'unknown' }
  );

/** A key and its value. The span covers both. */
export interface LiteralEntry extends Span {
  key: string;
  value: Literal;
}

export type LiteralList = Extract<Literal, { kind: 'list' }>;
export type LiteralMap = Extract<Literal, { kind: 'map' }>;

/** Returns the value at a key or a path of keys in a map. */
export function valueAt(literal: Literal | undefined, ...keys: string[]): Literal | undefined {
  let current = literal;
  for (const key of keys) {
    if (current?.kind !== 'map') return undefined;
    current = current.entries.findLast((entry) => entry.key === key)?.value;
  }
  return current;
}

/** Returns the text of a string, else undefined. */
export function textOf(literal: Literal | undefined): string | undefined {
  return literal?.kind === 'string' ? literal.value : undefined;
}

/** Returns the items of a list, else none. */
export function itemsOf(literal: Literal | undefined): Literal[] {
  return literal?.kind === 'list' ? literal.items : [];
}

/** Returns the entries of a map, else none. */
export function entriesOf(literal: Literal | undefined): LiteralEntry[] {
  return literal?.kind === 'map' ? literal.entries : [];
}

/** Whether no part would need evaluation. */
export function isFullyKnown(literal: Literal): boolean {
  switch (literal.kind) {
    case 'string':
    case 'scalar':
      return true;
    case 'list':
      return literal.items.every(isFullyKnown);
    case 'map':
      return !literal.open && literal.entries.every(({ value }) => isFullyKnown(value));
    case 'call':
    case 'unknown':
      return false;
  }
}
