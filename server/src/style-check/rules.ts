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

/** Names of files that a rule of spelling reads: within the styles alone. */
const fileKeys = ['dicpath', 'dic', 'aff', 'ignore', 'dictionaries'];

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
  if (typeof kind !== 'string' || !kinds.has(kind) || fileKeys.some((key) => namesOutside(rule[key]))) {
    return { because: 'unreadable' };
  }
  return { text: `${yamlOf(rule).trimStart()}\n` };
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

function namesOutside(value: unknown): boolean {
  const names: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return names.some(
    (name) => typeof name !== 'string' || /^(?:[/\\~]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes('..'),
  );
}

/** Blocks of quoted scalars: quick to write, and with no two ways to read them. */
function yamlOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null || value instanceof Date) return quoted(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((item) => `\n${indent}- ${yamlOf(item, `${indent}  `)}`).join('');
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return '{}';
  return fields.map(([name, field]) => `\n${indent}${keyOf(name, indent)} ${yamlOf(field, `${indent}  `)}`).join('');
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
