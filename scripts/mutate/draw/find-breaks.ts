import { parseSync, Visitor } from 'oxc-parser';
import type { BinaryExpression, Expression, FunctionBody, LogicalExpression, ObjectProperty } from 'oxc-parser';
import { lineFinder } from '../../measure/sources.ts';
import type { Edit } from '../edits.ts';
import type { Kind } from '../kinds.ts';
import { nothing, serviceEdits } from './service.ts';
import { unnoticeable } from './unnoticeable.ts';

/** A place of a source, and one way to break it. */
export interface Break extends Edit {
  kind: Kind;
  file: string;
  line: number;
  /** The source line, without its indentation. */
  code: string;
  /** For readers: what is changed into what. */
  change: string;
  /** Where a probe says that the place is reached. */
  probe: Probe;
  /** Whether the place is evaluated when its module is loaded, and only then. */
  isAtImport: boolean;
  /** Edits that compile only if the place is worth breaking. Without them, the break itself is compiled. */
  check?: Edit[];
}

export interface Probe {
  start: number;
  end: number;
  /** How a probe fits there: around an expression, around one that is a service, or as a statement. */
  form: 'value' | 'service' | 'statement';
  /** What must stand before it: the name of a shorthand property. */
  before?: string;
}

type Found = Pick<Break, 'kind' | 'start' | 'end' | 'text' | 'change'> & Partial<Pick<Break, 'probe' | 'check'>>;

const flipped: Record<string, string> = {
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

const isEquality = (operator: string): boolean => operator.endsWith('=') && !/[<>]/.test(operator);

/** Finds everything in a source that can be broken, in its order. */
export function findBreaks(file: string, source: string): Break[] {
  const { program } = parseSync(file, source);
  const found: Break[] = [];
  const [lineAt, lines] = [lineFinder(source), source.split('\n')];
  const isSkipped = unnoticeable(program);
  let depth = 0;
  const enter = (): void => void (depth += 1);
  const leave = (): void => void (depth -= 1);
  const add = (one: Found): void => {
    if (isSkipped(one)) return;
    const line = lineAt(one.start);
    const code = lines[line - 1]?.trim() ?? '';
    const probe = one.probe ?? { start: one.start, end: one.end, form: 'value' };
    found.push({ ...one, file, line, code, probe, isAtImport: depth === 0 });
  };
  const text = ({ start, end }: { start: number; end: number }): string => source.slice(start, end);

  const negate = (test: Expression): void => {
    // Turning the operator does the same.
    if (test.type === 'BinaryExpression' && isEquality(test.operator)) return;
    add({ kind: 'condition', ...spanOf(test), text: `!(${text(test)})`, change: `${short(text(test))} is negated` });
  };
  const flip = (node: BinaryExpression | LogicalExpression): void => {
    const { operator, left, right } = node;
    const other = flipped[operator];
    if (other === undefined) return;
    const kind = /^[<>]/.test(operator) ? 'limit' : 'condition';
    const between = source.slice(left.end, right.start).replace(operator, other);
    const turned = `${source.slice(node.start, left.end)}${between}${source.slice(right.start, node.end)}`;
    const isLogical = node.type === 'LogicalExpression';
    add({ kind, ...spanOf(node), text: isLogical ? `(${turned})` : turned, change: `${operator} → ${other}` });
  };
  const wire = ({ start, end, key, value, method, shorthand, computed }: ObjectProperty): void => {
    if (computed || !file.startsWith('server/src/wiring/')) return;
    const change = `${short(text(key))} does nothing`;
    if (method && value.type === 'FunctionExpression' && value.body !== null) {
      const body = value.body.start + 1;
      const probe = { start: body, end: body, form: 'statement' } as const;
      add({ kind: 'service', start, end, text: `${text(key)}: ${nothing.function}`, change, probe });
    } else if (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression') {
      const probe = { ...spanOf(value), form: 'service' } as const;
      add({ kind: 'service', ...spanOf(value), text: nothing.function, change, probe });
    } else if (isPart(value)) {
      const before = shorthand ? `${text(key)}: ` : '';
      const probe = { ...spanOf(value), form: 'service', before } as const;
      const check = serviceEdits(value, before, text(value), source.length);
      add({ kind: 'service', ...spanOf(value), text: `${before}${nothing.service}`, change, probe, check });
    }
  };

  const turnResult = (node: Expression | FunctionBody): void => {
    if (node.type !== 'Literal' || typeof node.value !== 'boolean') return;
    const other = String(!node.value);
    add({ kind: 'result', ...spanOf(node), text: other, change: `${text(node)} → ${other}` });
  };

  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression(node) {
      enter();
      turnResult(node.body);
    },
    'ArrowFunctionExpression:exit': leave,
    // The fields of an object get their values when it is made.
    PropertyDefinition: ({ static: isStatic }) => void (isStatic || enter()),
    'PropertyDefinition:exit': ({ static: isStatic }) => void (isStatic || leave()),
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    LogicalExpression: flip,
    BinaryExpression: flip,
    ExpressionStatement({ start, end, expression }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      const inner = call.type === 'ChainExpression' ? call.expression : call;
      if (inner.type !== 'CallExpression' || inner.callee.type === 'Super') return;
      const probe = { ...spanOf(expression), form: 'value' } as const;
      add({ kind: 'call', start, end, text: 'void 0;', change: `${short(text(expression))} is left out`, probe });
    },
    ObjectExpression: ({ properties }) => properties.forEach((one) => one.type === 'Property' && wire(one)),
    Literal(node) {
      if (typeof node.value !== 'number') return;
      const more = String(node.value + 1);
      add({ kind: 'limit', ...spanOf(node), text: more, change: `${text(node)} → ${more}` });
    },
    ReturnStatement: ({ argument }) => argument !== null && turnResult(argument),
  }).visit(program);
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Whether the value of a property may be a service: something named, or what a call returns. */
function isPart({ type, ...rest }: Expression): boolean {
  if (type === 'Identifier') return !('name' in rest && rest.name === 'undefined');
  return ['CallExpression', 'AwaitExpression', 'NewExpression', 'MemberExpression'].includes(type);
}

function spanOf({ start, end }: { start: number; end: number }): { start: number; end: number } {
  return { start, end };
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
