import { isRecord } from '../data/records.ts';
import { isPlainText } from './plain.ts';

/** Whether a node of a program is a plain literal: no call, no name, nothing computed. */
export function isPlain(node: unknown): boolean {
  if (!isRecord(node)) return false;
  switch (node['type']) {
    case 'Literal':
      return typeof node['value'] === 'string' ? isPlainText(node['value']) : isPlainValue(node);
    case 'TemplateLiteral':
      return areNone(node['expressions']) && itemsOf(node['quasis']).every(isPlainQuasi);
    case 'ArrayExpression':
      return itemsOf(node['elements']).every(isPlain);
    case 'ObjectExpression':
      return itemsOf(node['properties']).every(isPlainProperty);
    default:
      return false;
  }
}

export function isPlainProperty(property: unknown): boolean {
  return isRecord(property) && keyOf(property) !== undefined && isPlain(property['value']);
}

/**
 * Returns the key of a property that is written out, or undefined for methods, accessors, spreads, and keys that change
 * prototypes.
 */
export function keyOf(property: unknown): string | undefined {
  if (!isRecord(property) || property['type'] !== 'Property' || property['kind'] !== 'init') return undefined;
  if (property['computed'] === true || property['method'] === true || property['shorthand'] === true) return undefined;
  const key = property['key'];
  const name = isRecord(key) ? (key['name'] ?? key['value']) : undefined;
  return typeof name === 'string' && name !== '__proto__' && isPlainText(name) ? name : undefined;
}

function isPlainValue({ value, regex, bigint }: Record<string, unknown>): boolean {
  if (regex !== undefined || bigint !== undefined) return false;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

function isPlainQuasi(quasi: unknown): boolean {
  const value = isRecord(quasi) ? quasi['value'] : undefined;
  const cooked = isRecord(value) ? value['cooked'] : undefined;
  return typeof cooked === 'string' && isPlainText(cooked);
}

function areNone(items: unknown): boolean {
  return Array.isArray(items) && items.length === 0;
}

function itemsOf(items: unknown): unknown[] {
  return Array.isArray(items) ? items : [];
}
