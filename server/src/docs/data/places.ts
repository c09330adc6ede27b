import { findNodeAtLocation, parseTree, type Node as JsonNode } from 'jsonc-parser';
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Node } from 'yaml';
import { lineFinder } from '../text/lines.ts';

/** A file's value, and the line of each path of keys. */
export interface PlacedData {
  value: unknown;
  /** Returns the line of the deepest existing part of the path. */
  lineOf(path: string[]): number;
}

/**
 * How many aliases a text may have. Nested aliases make a large value from a short text, so a text with more is
 * rejected. Handwritten descriptions have a few dozen.
 */
const maximumAliases = 2_000;

/** @throws Error when the text cannot be parsed. */
export function readPlaced(text: string, language: 'json' | 'yaml'): PlacedData {
  if (language === 'json') return readJson(text);
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, strict: false, merge: true });
  const [error] = document.errors;
  if (error) throw new SyntaxError(error.message.split('\n')[0]);
  const value: unknown = document.toJS({ maxAliasCount: maximumAliases });
  const lineAt = lineFinder(text);
  return { value, lineOf: (path) => lineAt(offsetInYaml(document, path)) };
}

function readJson(text: string): PlacedData {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const value: unknown = JSON.parse(source);
  const lineAt = lineFinder(source);
  let tree: JsonNode | undefined;
  return {
    value,
    lineOf(path) {
      tree ??= parseTree(source);
      return tree ? lineAt(offsetInJson(tree, path)) : 1;
    },
  };
}

function offsetInJson(tree: JsonNode, path: string[]): number {
  let node = tree;
  for (const segment of path) {
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]);
    if (!next) break;
    node = next;
  }
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

function offsetInYaml(document: Document, path: string[]): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const segment of path) {
    const next = childOf(isAlias(node) ? node.resolve(document) : node, segment);
    if (!next) break;
    offset = next.offset;
    node = next.node;
  }
  return offset;
}

function childOf(node: unknown, segment: string): { node: unknown; offset: number } | undefined {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return pair && { node: pair.value, offset: pair.key.range?.[0] ?? 0 };
  }
  if (!isSeq<Node>(node)) return undefined;
  const item = node.items[Number(segment)];
  return item && { node: item, offset: item.range?.[0] ?? 0 };
}
