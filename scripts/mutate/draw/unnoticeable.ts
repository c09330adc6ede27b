import { Visitor } from 'oxc-parser';
import type { CallExpression, Program } from 'oxc-parser';
import type { Kind } from '../kinds.ts';

interface Span {
  start: number;
  end: number;
}

/** One more of these is a difference that nobody can notice: 30,001 milliseconds instead of 30,000. */
const durations = /milliseconds|timeout|delay|interval|pause/i;
const fewestMilliseconds = 100;

/**
 * Finds what no test could notice, or should: numbers that are types, keys or time limits in milliseconds, the indentation
 * of JSON, and what is only logged.
 */
export function unnoticeable(program: Program): (one: Span & { kind: Kind; text: string }) => boolean {
  const [never, numbers, waits]: [Span[], Span[], Span[]] = [[], [], []];
  const named = (name: string | undefined, value: (Span & { type: string }) | null): void => {
    if (value !== null && name !== undefined && durations.test(name) && !isFunction(value)) waits.push(value);
  };
  new Visitor({
    TSLiteralType: (node) => void never.push(node),
    Property: ({ key, value, computed }) => {
      if (!computed) numbers.push(key);
      if (value.type !== 'AssignmentPattern') named(nameOf(key), value);
    },
    PropertyDefinition: ({ key, value, computed }) => {
      if (!computed) numbers.push(key);
      named(nameOf(key), value);
    },
    VariableDeclarator: ({ id, init }) => named(nameOf(id), init),
    AssignmentPattern: ({ left, right }) => named(nameOf(left), right),
    ExpressionStatement(node) {
      const { expression } = node;
      if (expression.type === 'CallExpression' && isLog(calleeOf(expression)[0])) never.push(node);
    },
    CallExpression(node) {
      const [receiver, name] = calleeOf(node);
      if (isLog(receiver)) never.push(...node.arguments);
      if (receiver === 'JSON' && name === 'stringify') numbers.push(...node.arguments.slice(2));
      if (/^(?:set|sleep|wait)/.test(name) || durations.test(name)) {
        waits.push(...node.arguments.filter((one) => !isFunction(one)));
      }
    },
  }).visit(program);
  return ({ kind, start, end, text }) => {
    const isIn = (spans: Span[]): boolean => spans.some((span) => span.start <= start && end <= span.end);
    if (isIn(never)) return true;
    if (kind !== 'limit' || !/^[\d.e+]+$/.test(text)) return false;
    return isIn(numbers) || (Number(text) > fewestMilliseconds && isIn(waits));
  };
}

function isLog(name: string): boolean {
  return /^log(?:ger)?$/.test(name);
}

function isFunction({ type }: { type: string }): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

function nameOf(node: { type: string; name?: unknown }): string | undefined {
  return node.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined;
}

/** Returns the last names of what is called: `log` and `warn` of `app.log.warn()`. */
function calleeOf({ callee }: CallExpression): [string, string] {
  if (callee.type === 'Identifier') return ['', callee.name];
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ['', ''];
  const { object, property } = callee;
  const last = object.type === 'MemberExpression' ? object.property : object;
  return [last.type === 'Identifier' ? last.name : '', property.name];
}
