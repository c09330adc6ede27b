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

/** Returns all nodes of a module or an expression in the order of the text; undefined if the text is neither. */
export function nodesOf(code: string): Node[] | undefined {
  const program = parseProgram(code);
  return program && allNodes(program);
}

function parseProgram(code: string): Node | undefined {
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

function allNodes(program: Node): Node[] {
  const found: Node[] = [];
  const waiting: object[] = [program];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isNode(next)) found.push(next);
    waiting.push(...Object.values(next).filter(isPresent));
  }
  return found.toSorted((a, b) => a.start - b.start);
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

function isPresent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
