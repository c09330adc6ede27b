import { parse } from 'yaml';

/** What a rule may extend; `script` is a program (Tengo), so it is not among them. */
const kinds = new Set([
  'existence',
  'substitution',
  'occurrence',
  'repetition',
  'consistency',
  'conditional',
  'capitalization',
  'metric',
  'readability',
  'spelling',
  'sequence',
]);

/** Names of files that rules of spelling and sequences read: within the styles alone. */
const fileKeys = new Set(['dicpath', 'dic', 'aff', 'ignore', 'dictionaries', 'model']);

/** The longest of 280 rules of six public styles has 6 KB. A hostile one of this size takes some 0.1 s to read. */
const longestRule = 24 * 1024;

/**
 * A rule written anew from what it says, so that Vale cannot read anything else in it than what was looked at. The kind
 * `script`, what reads files outside the styles, and what is no rule gives a reason instead.
 */
export function writeRule(text: string): { text: string } | { because: 'script' | 'unreadable' } {
  const rule = text.length > longestRule || isDeep(text) ? undefined : parseRule(text);
  if (rule === undefined) return { because: 'unreadable' };
  const { extends: kind } = rule;
  if (kind === 'script') return { because: 'script' };
  if (typeof kind !== 'string' || !kinds.has(kind) || Object.entries(rule).some(readsOutside)) {
    return { because: 'unreadable' };
  }
  const written = yamlOf(rule);
  return written === undefined ? { because: 'unreadable' } : { text: `${written.trimStart()}\n` };
}

/** YAML 1.1 is what Vale reads: `yes` is true. Of a key that stands twice the last counts, here and in what is written. */
function parseRule(text: string): Record<string, unknown> | undefined {
  try {
    const rule: unknown = parse(text, { version: '1.1', logLevel: 'error', maxAliasCount: 10, uniqueKeys: false });
    return typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? { ...rule } : undefined;
  } catch {
    return undefined;
  }
}

/** No rule nests; to read thousands of brackets takes long, and then fails. Those in regular expressions nearly even out. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > deepest) return true;
  }
  return /(?:[-?] ){30}/.test(text);
}

const deepest = 200;

/** Vale takes `DicPath` for `dicpath`, and as Go folds letters `ſ` for `s`: no rule is written in other letters than these. */
function readsOutside([key, value]: [string, unknown]): boolean {
  return !/^[\w+-]+$/.test(key) || (fileKeys.has(key.toLowerCase()) && namesOutside(value));
}

function namesOutside(value: unknown): boolean {
  const names: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return names.some(
    (name) => typeof name !== 'string' || /^(?:[/\\~]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes('..'),
  );
}

/** Blocks of quoted scalars: quick to write, and with no two ways to read them. Undefined for what holds itself. */
function yamlOf(value: unknown, indent = ''): string | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Date) return quoted(value);
  if (indent.length > 2 * deepest) return undefined;
  const isList = Array.isArray(value);
  const lines: string[] = [];
  for (const [name, item] of Object.entries<unknown>({ ...value })) {
    const written = yamlOf(item, `${indent}  `);
    if (written === undefined) return undefined;
    lines.push(`\n${indent}${isList ? '-' : keyOf(name, indent)} ${written}`);
  }
  return lines.length === 0 ? (isList ? '[]' : '{}') : lines.join('');
}

/** A plain key of YAML has 1,024 characters at the most. */
function keyOf(name: string, indent: string): string {
  const key = quoted(name);
  return key.length <= 500 ? `${key}:` : `? ${key}\n${indent}:`;
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : value;
  const json = JSON.stringify(typeof text === 'bigint' ? String(text) : text) ?? 'null';
  return json.replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
