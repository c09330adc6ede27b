import { Parser, type Node } from 'acorn';
import acornJsx from 'acorn-jsx';
import { withoutTypes } from '../literal/javascript.ts';

const options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
} as const;

const jsxParser = Parser.extend(acornJsx());

/** Parses a module or an expression; undefined if the text is neither, or is nested too deeply. */
export function parseProgram(code: string): Node | undefined {
  try {
    return jsxParser.parse(code, options);
  } catch {
    try {
      return jsxParser.parse(withoutTypes(code), options);
    } catch {
      return undefined;
    }
  }
}

/** Returns a property of a node, or undefined. */
export function propertyOf(node: unknown, name: string): unknown {
  return isNode(node) && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
}

export function partsOf(node: unknown, name: string): unknown[] {
  const found = propertyOf(node, name);
  return Array.isArray(found) ? found : [];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function typeOf(value: unknown): string {
  return isNode(value) ? value.type : '';
}

/** Returns the name of an identifier, or the text of a literal; '' for all other nodes. */
export function nameOf(node: unknown): string {
  const name = propertyOf(node, 'name') ?? propertyOf(node, 'value');
  return typeof name === 'string' ? name : '';
}

/** Returns the text of a literal; undefined for all other nodes. */
export function textOf(node: unknown): string | undefined {
  const value = propertyOf(node, 'value');
  if (typeOf(node) === 'Literal' && typeof value === 'string') return value;
  if (typeOf(node) !== 'TemplateLiteral' || partsOf(node, 'expressions').length > 0) return undefined;
  const [quasi] = partsOf(node, 'quasis');
  return typeof propertyOf(quasi, 'value') === 'object' ? cookedText(propertyOf(quasi, 'value')) : undefined;
}

function cookedText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : undefined;
}

/** Returns the names that a list of statements declares for all of it: imports, constants, functions, classes. */
export function declaredNames(statements: readonly unknown[]): string[] {
  return statements.flatMap((statement): string[] => {
    switch (typeOf(statement)) {
      case 'ImportDeclaration':
        return partsOf(statement, 'specifiers').map((specifier) => nameOf(propertyOf(specifier, 'local')));
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return declaredNames([propertyOf(statement, 'declaration')]);
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return [nameOf(propertyOf(statement, 'id'))];
      case 'VariableDeclaration':
        return partsOf(statement, 'declarations').flatMap((one) => boundNames(propertyOf(one, 'id')));
      default:
        return [];
    }
  });
}

/** Returns the names that a pattern binds: `{ a, b: [c = 1, ...d] }` binds `a`, `c` and `d`. */
export function boundNames(pattern: unknown): string[] {
  switch (typeOf(pattern)) {
    case 'Identifier':
      return [nameOf(pattern)];
    case 'ObjectPattern':
      return partsOf(pattern, 'properties').flatMap((one) => boundNames(propertyOf(one, 'value') ?? one));
    case 'ArrayPattern':
      return partsOf(pattern, 'elements').flatMap((one) => boundNames(one));
    case 'AssignmentPattern':
      return boundNames(propertyOf(pattern, 'left'));
    case 'RestElement':
      return boundNames(propertyOf(pattern, 'argument'));
    default:
      return [];
  }
}
