import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml';
import type { Literal, LiteralEntry } from './literal.ts';

/**
 * Reads a YAML document with the positions of its values. A value with a tag of another program (`!!python/name:…`,
 * `!ENV`) is unknown.
 *
 * @throws SyntaxError when the text is no YAML.
 */
export function readYaml(text: string): Literal {
  // A byte-order mark would shift only the first line.
  const shift = text.startsWith('\ufeff') ? 1 : 0;
  const document = parseDocument(text.slice(shift), { logLevel: 'silent', uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw new SyntaxError(error.message.split('\n')[0]);
  return document.contents ? toLiteral(document.contents, shift) : { kind: 'unknown', start: 0, end: 0 };
}

/** Converts a node. Here a block ends with its last value, without the comments and blank lines that YAML includes. */
function toLiteral(node: Node, shift: number): Literal {
  const [start, end] = placeOf(node, shift);
  if (isAlias(node) || (node.tag && !node.tag.startsWith('tag:yaml.org,2002:'))) return { kind: 'unknown', start, end };
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.flatMap(({ key, value }) => entryOf(key, value, shift));
    return { kind: 'map', entries, open: false, start, end: node.flow ? end : endOf(entries, end) };
  }
  if (isSeq<Node>(node)) {
    const items = node.items.map((item) => toLiteral(item, shift));
    return { kind: 'list', items, start, end: node.flow ? end : endOf(items, end) };
  }
  if (!isScalar(node) || /^tag:yaml.org,2002:python/.test(node.tag ?? '')) return { kind: 'unknown', start, end };
  return { ...scalar(node.value), start, end };
}

/** Returns where the last value of a block ends. */
function endOf(values: readonly { end: number }[], otherwise: number): number {
  return values.at(-1)?.end ?? otherwise;
}

function entryOf(key: Node, value: Node | null, shift: number): LiteralEntry[] {
  if (!isScalar(key)) return [];
  const [keyStart, keyEnd] = placeOf(key, shift);
  const literal: Literal = value
    ? toLiteral(value, shift)
    : { kind: 'scalar', value: null, start: keyEnd, end: keyEnd };
  return [{ key: String(key.value), value: literal, start: keyStart, end: Math.max(keyEnd, literal.end) }];
}

function scalar(
  value: unknown,
): { kind: 'string'; value: string } | { kind: 'scalar'; value: number | boolean | null } | { kind: 'unknown' } {
  if (typeof value === 'string') return { kind: 'string', value };
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return isPlain ? { kind: 'scalar', value } : { kind: 'unknown' };
}

function placeOf({ range }: Node, shift: number): [number, number] {
  const [start, end] = range ?? [0, 0];
  return [start + shift, end + shift];
}
