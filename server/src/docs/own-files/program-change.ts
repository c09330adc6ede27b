import type { Node } from 'acorn';
import { baseName } from '../text/paths.ts';
import { parseProgram, withoutTypes } from '../literal/javascript.ts';
import { isPlain, isPlainProperty, keyOf } from './plain-nodes.ts';
import { isPlainProgram } from './plain-program.ts';
import { comparisonFault } from './plain.ts';

/**
 * Returns why a change of a program goes beyond the literals of its navigation and redirects, or undefined if it does
 * not. Both texts are parsed, and without these literals they must be equal. Nothing is run.
 */
export function programFault(path: string, before: string, after: string): string | undefined {
  const fault = comparisonFault(before, after);
  if (fault !== undefined) return fault;
  if (buildComments(before) !== buildComments(after))
    return 'its comments give orders to what builds it, and these are changed';
  const [was, is] = [read(path, before), read(path, after)];
  if (was === undefined || is === undefined) return `it cannot be read ${was ? 'any more' : 'as it stands'}`;
  const isWhole = navigationFile.test(baseName(path));
  // Literals may be in a constant or in the export: `const meta: MetaRecord = {…}; export default meta;`.
  if (isWhole && isPlainProgram(was) && isPlainProgram(is)) return undefined;
  const names = namesIn(was, isWhole);
  const [old, now] = [was, is].map((program) =>
    JSON.stringify(outsideNavigation(program, { names, isWhole, found: undefined })),
  );
  return old === now ? undefined : 'more than the literals of its navigation and redirects is changed';
}

/** Programs that contain only navigation. */
const navigationFile = /^_meta\b|sidebar|^nav/i;

/** The properties that contain navigation in all other programs. */
const navigationKeys = new Set(['sidebar', 'sidebars', 'nav', 'navbar', 'footer', 'localeLinks', 'redirects']);

/** The properties that contain navigation in arguments of a call: `group('guides', { items: ['a', 'b'] })`. */
const navigationArguments = new Set(['items']);

/** Returns the comments that compilers and bundlers obey. */
function buildComments(text: string): string {
  return (text.match(/@jsx\w*[^\n]*|\bwebpack\w+\s*:[^\n]*|@vite-ignore/g) ?? []).join('\n');
}

function read(path: string, text: string): Node | undefined {
  try {
    return parseProgram(/\.[mc]?tsx?$/.test(path) ? withoutTypes(text) : text);
  } catch {
    // The text is no program or is nested too deeply.
    return undefined;
  }
}

interface Reading {
  /** Constants and functions of the program that contain navigation. */
  names: ReadonlySet<string>;
  isWhole: boolean;
  /** Collects the names that navigation uses. Undefined when they are not needed. */
  found: Set<string> | undefined;
}

/** Returns the names that navigation uses directly or through other names: `sidebar: { '/': guide() }`. */
function namesIn(program: Node, isWhole: boolean): ReadonlySet<string> {
  let names: ReadonlySet<string> = new Set();
  for (let round = 0; round < 10; round += 1) {
    const found = new Set<string>();
    outsideNavigation(program, { names, isWhole, found });
    if (found.size === names.size) break;
    names = found;
  }
  return names;
}

/** Returns the program without its navigation literals. */
function outsideNavigation(value: unknown, reading: Reading): unknown {
  if (Array.isArray(value)) return value.map((item) => outsideNavigation(item, reading));
  if (!isNode(value)) return typeof value === 'bigint' ? String(value) : value;
  return (
    navigationIn(value, reading) ??
    (reading.isWhole ? navigationInFile(value, reading) : undefined) ??
    fields(value).map(([key, inner]) => [key, outsideNavigation(inner, reading)])
  );
}

/** Returns what must stay equal in a node that may contain navigation in any program; undefined for other nodes. */
function navigationIn(value: Node, reading: Reading): unknown {
  if (value.type === 'ObjectExpression') return fixedPartOfObject(value, reading, navigationKeys);
  if (value.type === 'VariableDeclarator' && isNamed(value, reading)) {
    return [value.type, nameOf(field(value, 'id')), fixedPartOf(field(value, 'init'), reading)];
  }
  if (value.type === 'FunctionDeclaration' && isNamed(value, reading)) return fixedPartOfFunction(value, reading);
  return undefined;
}

/** Returns the same for a node of a program that contains only navigation. */
function navigationInFile(value: Node, reading: Reading): unknown {
  if (value.type === 'ExportDefaultDeclaration') {
    return [value.type, fixedPartOf(field(value, 'declaration'), reading)];
  }
  if (value.type === 'ExportNamedDeclaration') addExported(value, reading);
  if (value.type === 'AssignmentExpression') {
    return [value.type, outsideNavigation(field(value, 'left'), reading), fixedPartOf(field(value, 'right'), reading)];
  }
  return undefined;
}

/** Returns what must stay equal in a navigation value: plain literals may change, all else may not. */
function fixedPartOf(value: unknown, reading: Reading): unknown {
  if (!isNode(value)) return outsideNavigation(value, reading);
  if (isPlain(value)) return 'plain';
  switch (value.type) {
    case 'ArrayExpression':
      return fixedPartOfList(value, reading);
    case 'ObjectExpression':
      return fixedPartOfObject(value, reading, undefined);
    case 'SpreadElement':
      return [value.type, fixedPartOf(field(value, 'argument'), reading)];
    case 'Identifier':
      reading.found?.add(nameOf(value) ?? '');
      return [value.type, nameOf(value)];
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return fixedPartOfFunction(value, reading);
    case 'CallExpression':
      return fixedPartOfCall(value, reading);
    default:
      return outsideNavigation(value, reading);
  }
}

function fixedPartOfList(list: Node, reading: Reading): unknown {
  const others = listOf(list, 'elements').filter((item) => !isPlain(item));
  return [list.type, others.map((item) => fixedPartOf(item, reading))];
}

function fixedPartOfCall(call: Node, reading: Reading): unknown {
  if (listOf(call, 'arguments').length === 0) reading.found?.add(nameOf(field(call, 'callee')) ?? '');
  return fields(call).map(([key, inner]) => [
    key,
    key === 'arguments' ? fixedPartOfArguments(inner, reading) : outsideNavigation(inner, reading),
  ]);
}

function fixedPartOfArguments(values: unknown, reading: Reading): unknown {
  if (!Array.isArray(values)) return outsideNavigation(values, reading);
  return values.map((value) =>
    isNode(value) && value.type === 'ObjectExpression'
      ? fixedPartOfObject(value, reading, navigationArguments)
      : outsideNavigation(value, reading),
  );
}

/**
 * Returns what must stay equal in an object.
 *
 * @param keys the properties that contain navigation. If undefined, all do.
 */
function fixedPartOfObject(object: Node, reading: Reading, keys: ReadonlySet<string> | undefined): unknown {
  const properties = listOf(object, 'properties').flatMap((property) => {
    const key = keyOf(property);
    const isFree = key !== undefined && (keys?.has(key) ?? true);
    addShorthand(property, reading, keys);
    if (!isFree) return [keys === undefined ? fixedPartOf(property, reading) : outsideNavigation(property, reading)];
    return isPlainProperty(property) ? [] : [[key, fixedPartOf(field(property, 'value'), reading)]];
  });
  return [object.type, properties];
}

/** Returns what must stay equal in a function that returns navigation: all but plain literals in its result. */
function fixedPartOfFunction(value: Node, reading: Reading): unknown {
  const body = field(value, 'body');
  const isBlock = isNode(body) && body.type === 'BlockStatement';
  const others = fields(value).flatMap(([key, inner]) =>
    key === 'body' ? [] : [[key, outsideNavigation(inner, reading)]],
  );
  if (!isBlock) return [others, fixedPartOf(body, reading)];
  const statements = listOf(body, 'body').map((statement) =>
    isNode(statement) && statement.type === 'ReturnStatement'
      ? [statement.type, fixedPartOf(field(statement, 'argument'), reading)]
      : outsideNavigation(statement, reading),
  );
  return [others, statements];
}

/** Collects shorthand properties such as `{ nav, sidebar }`, which name constants of the program. */
function addShorthand(property: unknown, { found }: Reading, keys: ReadonlySet<string> | undefined): void {
  const name = field(property, 'shorthand') === true ? nameOf(field(property, 'key')) : undefined;
  if (name !== undefined && (keys?.has(name) ?? true)) found?.add(name);
}

function addExported(exported: Node, { found }: Reading): void {
  const declaration = field(exported, 'declaration');
  for (const one of [declaration, ...listOf(declaration, 'declarations')]) found?.add(nameOf(field(one, 'id')) ?? '');
}

function isNamed(declaration: Node, { names }: Reading): boolean {
  return names.has(nameOf(field(declaration, 'id')) ?? '');
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && 'name' in value && typeof value.name === 'string' ? value.name : undefined;
}

function fields(node: Node): [string, unknown][] {
  return Object.entries(node).filter(([key]) => key !== 'start' && key !== 'end');
}

function field(value: unknown, name: string): unknown {
  return fieldsOf(value).get(name);
}

function listOf(value: unknown, name: string): unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

function fieldsOf(value: unknown): Map<string, unknown> {
  return new Map(isNode(value) ? Object.entries(value) : []);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
