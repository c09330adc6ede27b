import { parse } from 'yaml';

/** What a rule may extend. `script` is a program (in Tengo), so it is not included. */
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

/** Keys that name files which rules of spelling and sequences read. The files must be within the styles. */
const fileKeys = new Set(['dicpath', 'dic', 'aff', 'ignore', 'dictionaries', 'model']);

/** The longest of 280 rules of six public styles has 6 KB. A hostile rule of this size takes about 0.1 s to read. */
const longestRule = 24 * 1024;

/**
 * Writes a rule anew from its parsed content, so that Vale cannot read anything that was not checked. Returns a reason
 * instead for the kind `script`, for rules that read files outside the styles, and for what is no rule.
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

/**
 * Parses a rule as YAML 1.1, which Vale reads: `yes` is true. If a key occurs twice the last one counts, both here and
 * in what is written.
 */
function parseRule(text: string): Record<string, unknown> | undefined {
  try {
    const rule: unknown = parse(text, { version: '1.1', logLevel: 'error', maxAliasCount: 10, uniqueKeys: false });
    return typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? { ...rule } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a text nests deeply. No rule does, and reading thousands of brackets takes long, and then fails.
 * Brackets in regular expressions are almost balanced.
 */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > deepestNesting) return true;
  }
  return /(?:[-?] ){30}/.test(text);
}

const deepestNesting = 200;

/**
 * Returns whether a key reads files outside the styles, or is suspicious. Vale accepts `DicPath` for `dicpath`, and
 * Go's case folding `ſ` for `s`: no real rule uses other letters than these.
 */
function readsOutside([key, value]: [string, unknown]): boolean {
  return !/^[\w+-]+$/.test(key) || (fileKeys.has(key.toLowerCase()) && namesOutside(value));
}

function namesOutside(value: unknown): boolean {
  const names: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return names.some(
    (name) => typeof name !== 'string' || /^(?:[/\\~]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes('..'),
  );
}

/**
 * Writes YAML as blocks of quoted scalars, which are quick to write and cannot be read in two ways. Returns undefined
 * for a value that contains itself.
 */
function yamlOf(value: unknown, indent = ''): string | undefined {
  if (typeof value !== 'object' || value === null || value instanceof Date) return quoteValue(value);
  if (indent.length > 2 * deepestNesting) return undefined;
  const isList = Array.isArray(value);
  const lines: string[] = [];
  for (const [name, item] of Object.entries<unknown>({ ...value })) {
    const written = yamlOf(item, `${indent}  `);
    if (written === undefined) return undefined;
    lines.push(`\n${indent}${isList ? '-' : keyOf(name, indent)} ${written}`);
  }
  return lines.length === 0 ? (isList ? '[]' : '{}') : lines.join('');
}

/** Returns the key of an entry. A simple key of YAML has at most 1,024 characters. */
function keyOf(name: string, indent: string): string {
  const key = quoteValue(name);
  return key.length <= 500 ? `${key}:` : `? ${key}\n${indent}:`;
}

function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : value;
  const json = JSON.stringify(typeof text === 'bigint' ? String(text) : text) ?? 'null';
  return json.replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
