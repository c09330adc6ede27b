import { parseSync, Visitor } from 'oxc-parser';
import { lineFinder } from './sources.ts';
import type { Source } from './sources.ts';

/** Measurements of the functions of a file. */
export interface Measured {
  functions: MeasuredFunction[];
  throws: { own: number; plain: string[] };
}

export interface MeasuredFunction {
  place: string;
  lines: number;
  /** The number of paths through it: one, and one more for each condition, case, loop and catch (McCabe 1976). */
  branches: number;
}

interface Span {
  start: number;
  end: number;
}

const plainErrors = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

/** Measures nested functions separately: their branches do not count for the outer one. */
export function measureFunctions({ path, text }: Source): Measured {
  const open: MeasuredFunction[] = [];
  const measured: Measured = { functions: [], throws: { own: 0, plain: [] } };
  const lineAt = lineFinder(text);
  const enter = ({ start, end }: Span): void => {
    const [first, last] = [lineAt(start), lineAt(end)];
    open.push({ place: `${path}:${first}`, lines: last - first + 1, branches: 1 });
  };
  const leave = (): void => {
    const over = open.pop();
    if (over !== undefined) measured.functions.push(over);
  };
  const branch = (): void => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.branches += 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    IfStatement: branch,
    ConditionalExpression: branch,
    ForStatement: branch,
    ForInStatement: branch,
    ForOfStatement: branch,
    WhileStatement: branch,
    DoWhileStatement: branch,
    CatchClause: branch,
    LogicalExpression: branch,
    SwitchCase: ({ test }) => test !== null && branch(),
    ThrowStatement({ argument, start }) {
      if (argument.type !== 'NewExpression' || argument.callee.type !== 'Identifier') measured.throws.own += 1;
      else if (plainErrors.has(argument.callee.name)) measured.throws.plain.push(`${path}:${lineAt(start)}`);
      else measured.throws.own += 1;
    },
  }).visit(parseSync(path, text).program);
  return measured;
}
