import { parse } from 'smol-toml';
import type { Literal } from './literal.ts';

const noPlace = { start: 0, end: 0 };

/**
 * Reads a TOML document. Its parser reports no positions, so all are 0 and cannot be used for edits.
 *
 * @throws SyntaxError when the text is no TOML.
 */
export function readToml(text: string): Literal {
  try {
    return toLiteral(parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is no TOML', {
      cause: error,
    });
  }
}

function toLiteral(value: unknown): Literal {
  if (typeof value === 'string') return { kind: 'string', value, ...noPlace };
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: 'scalar', value, ...noPlace };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(toLiteral), ...noPlace };
  if (value instanceof Date) return { kind: 'string', value: value.toISOString(), ...noPlace };
  if (typeof value !== 'object' || value === null) return { kind: 'unknown', ...noPlace };
  const entries = Object.entries(value).map(([key, inner]) => ({ key, value: toLiteral(inner), start: 0, end: 0 }));
  return { kind: 'map', entries, open: false, ...noPlace };
}
