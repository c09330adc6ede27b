import type { Span } from '../tree.ts';

/**
 * What a configuration file says without being run: JSON, YAML and the literal parts of JavaScript alike, each with
 * its place in the text. What would have to be evaluated is `unknown`.
 */
export type Literal = Span &
  (
    | { kind: 'string'; value: string }
    | { kind: 'scalar'; value: number | boolean | null }
    | { kind: 'list'; items: Literal[] }
    | {
        kind: 'map';
        entries: LiteralEntry[];
        /** Whether it has parts that cannot be told (spreads, computed keys). */ open: boolean;
      }
    | { kind: 'call'; callee: string; arguments: Literal[] }
    | { kind: 'unknown' }
  );

/** A key with its value; the span covers both. */
export interface LiteralEntry extends Span {
  key: string;
  value: Literal;
}

export type LiteralList = Extract<Literal, { kind: 'list' }>;
export type LiteralMap = Extract<Literal, { kind: 'map' }>;

/** The value of `key`, or of the path of keys, in a map. */
export function at(literal: Literal | undefined, ...keys: string[]): Literal | undefined {
  let current = literal;
  for (const key of keys) {
    if (current?.kind !== 'map') return undefined;
    current = current.entries.findLast((entry) => entry.key === key)?.value;
  }
  return current;
}

/** The text of a string, or undefined for all else. */
export function textOf(literal: Literal | undefined): string | undefined {
  return literal?.kind === 'string' ? literal.value : undefined;
}

/** The items of a list; none for all else. */
export function itemsOf(literal: Literal | undefined): Literal[] {
  return literal?.kind === 'list' ? literal.items : [];
}

/** The entries of a map; none for all else. */
export function entriesOf(literal: Literal | undefined): LiteralEntry[] {
  return literal?.kind === 'map' ? literal.entries : [];
}

/** Whether nothing in it would have to be evaluated. */
export function isWhollyKnown(literal: Literal): boolean {
  switch (literal.kind) {
    case 'string':
    case 'scalar':
      return true;
    case 'list':
      return literal.items.every(isWhollyKnown);
    case 'map':
      return !literal.open && literal.entries.every(({ value }) => isWhollyKnown(value));
    case 'call':
    case 'unknown':
      return false;
  }
}
