import type { Expression, SpreadElement } from 'acorn';
import type { Literal } from './literal.ts';

/** The callee of a call that maps the entries of an object. Its second argument is the list of results. */
export const mappedEntries = 'Object.entries.map';

type Call = Extract<Expression, { type: 'CallExpression' }>;
type Read = (node: Expression | SpreadElement, names: ReadonlyMap<string, Expression>) => Literal;

/**
 * Evaluates `Object.entries({ '/a': '/b' }).map(([from, to]) => ({ source: from, destination: to }))` from its syntax,
 * because redirects are often written like this. Returns undefined for every other call.
 */
export function readMappedEntries(node: Call, read: Read): Literal | undefined {
  const { start, end } = node;
  const object = entriesCalled(node);
  const [make] = node.arguments;
  if (!object || make?.type !== 'ArrowFunctionExpression' || make.body.type === 'BlockStatement') return undefined;
  const [pair, ...others] = make.params;
  if (pair?.type !== 'ArrayPattern' || others.length > 0) return undefined;
  const names = pair.elements.map((element) => (element?.type === 'Identifier' ? element.name : undefined));
  const body = make.body;
  const given = read(object, new Map());
  if (given.kind !== 'map') return undefined;
  const items = given.entries.map(({ key, value, ...span }) => {
    const [first = '', second = ''] = names;
    const known = new Map<string, Expression>([[first, asExpression(key, span)]]);
    if (value.kind === 'string') known.set(second, asExpression(value.value, span));
    return { ...read(body, known), start: span.start, end: span.end };
  });
  return { kind: 'call', callee: mappedEntries, arguments: [given, { kind: 'list', items, start, end }], start, end };
}

/** Returns the object whose entries are mapped. */
function entriesCalled({ callee }: Call): Expression | SpreadElement | undefined {
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'map') return undefined;
  const { object } = callee;
  if (object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression') return undefined;
  const isEntries = nameOf(object.callee.object) === 'Object' && nameOf(object.callee.property) === 'entries';
  return isEntries ? object.arguments[0] : undefined;
}

function nameOf(node: { type: string }): string | undefined {
  return node.type === 'Identifier' && 'name' in node ? String(node.name) : undefined;
}

function asExpression(value: string, { start, end }: { start: number; end: number }): Expression {
  return { type: 'Literal', value, start, end };
}
