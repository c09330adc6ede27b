import { stripTypeScriptTypes } from 'node:module';
import { parse, Parser, type Expression, type Node, type Pattern, type Program, type SpreadElement } from 'acorn';
import acornJsx from 'acorn-jsx';
import type { Literal, LiteralEntry } from './literal.ts';
import { readMappedEntries } from './mapped-entries.ts';

type Statement = Program['body'][number];

const maximumDepth = 60;

/** Navigation titles are sometimes JSX elements. These are unknown, but the code around them can be read. */
const jsxParser = Parser.extend(acornJsx());

/**
 * Reads the default export (or `module.exports`) of a JavaScript or TypeScript module from its syntax alone. Follows
 * constants of the same file and functions that only return a literal. Nothing is run.
 *
 * @throws SyntaxError when the text is no module.
 */
export function readJavaScript(text: string, language: 'js' | 'ts', name = 'default'): Literal {
  const source = language === 'ts' ? withoutTypes(text) : text;
  const program = parseProgram(source);
  const scope = new Map<string, Expression>();
  for (const statement of program.body) declare(scope, statement);
  const exported = name === 'default' ? defaultExport(program) : scope.get(name);
  return exported ? toLiteral(exported, scope, 0) : { kind: 'unknown', start: 0, end: 0 };
}

/**
 * Reads a JSON document with the positions of its values.
 *
 * @throws SyntaxError when the text is no JSON.
 */
export function readJson(text: string): Literal {
  JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  return readJsonWithComments(text);
}

/**
 * The same for JSON that may contain comments and trailing commas.
 *
 * @throws SyntaxError when the text is no such JSON.
 */
export function readJsonWithComments(text: string): Literal {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  // `(` takes the position of a removed byte-order mark; without a mark, all offsets are moved back by one.
  const program = parse(`(${text.slice(start)}\n)`, { ecmaVersion: 'latest' });
  const [statement] = program.body;
  if (statement?.type !== 'ExpressionStatement') throw new SyntaxError('Expected a JSON value');
  return shiftLiteral(toLiteral(statement.expression, new Map(), 0), start - 1);
}

/**
 * Replaces the types of a TypeScript module by spaces.
 *
 * @throws SyntaxError when the text is no TypeScript, another Error when it has TypeScript syntax beyond types (enums,
 *   namespaces).
 */
export function withoutTypes(text: string): string {
  let stripped: string;
  try {
    stripped = stripTypeScriptTypes(text, { mode: 'strip' });
  } catch (error) {
    if (/<\/|\/>/.test(text)) return withoutPlainTypes(text);
    const invalid = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_TYPESCRIPT_SYNTAX';
    const message = error instanceof Error ? error.message : 'it cannot be read';
    throw invalid ? new SyntaxError(message, { cause: error }) : new Error(message, { cause: error });
  }
  // Types must be replaced by as many spaces, or all positions would be wrong.
  if (stripped.length !== text.length) throw new Error('the types cannot be removed in place');
  return stripped;
}

/** Node cannot distinguish JSX elements from types. So only the types that are common in configuration are replaced. */
function withoutPlainTypes(text: string): string {
  return text.replace(
    /^import[ \t]+type\b[^;\n]*|(?<=^(?:export[ \t]+)?const[ \t]+\w+)[ \t]*:[^=\n]*(?==[^=>])|\b(?:satisfies|as)[ \t]+[A-Za-z][\w.<>[\]]*/gm,
    (types) => ' '.repeat(types.length),
  );
}

/**
 * Parses a module or a script.
 *
 * @throws SyntaxError when the text is neither.
 */
export function parseProgram(source: string): Program {
  const options = { ecmaVersion: 'latest', allowHashBang: true, allowAwaitOutsideFunction: true } as const;
  try {
    return jsxParser.parse(source, { ...options, sourceType: 'module' });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return jsxParser.parse(source, { ...options, sourceType: 'script', allowReturnOutsideFunction: true });
  }
}

function declare(scope: Map<string, Expression>, statement: Statement): void {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'VariableDeclaration') declareConstants(scope, declaration);
  if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
    const result = onlyReturn(declaration.body.body);
    if (result && declaration.params.length === 0) scope.set(`${declaration.id.name}()`, result);
    if (result) scope.set(declaration.id.name, result);
  }
}

function declareConstants(
  scope: Map<string, Expression>,
  { declarations, kind }: Extract<Statement, { type: 'VariableDeclaration' }>,
): void {
  for (const { id, init } of declarations) {
    if (id.type !== 'Identifier' || !init || kind !== 'const') continue;
    scope.set(id.name, init);
    const isFunction = init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression';
    // A call of the function stands for its return value.
    if (isFunction && init.params.length === 0) scope.set(`${id.name}()`, init);
  }
}

/** Returns what a function returns if its only `return` is at its top level. */
function onlyReturn(body: Statement[]): Expression | undefined {
  const returns = body.filter((statement) => statement.type === 'ReturnStatement');
  const branches = body.some(({ type }) => /^(?:If|For|While|DoWhile|Switch|Try)/.test(type));
  return returns.length === 1 && !branches ? (returns[0]?.argument ?? undefined) : undefined;
}

/** Returns what an arrow function with this body returns. */
function resultOf(body: Extract<Expression, { type: 'ArrowFunctionExpression' }>['body']): Expression | undefined {
  return body.type === 'BlockStatement' ? onlyReturn(body.body) : body;
}

function defaultExport(program: Program): Expression | undefined {
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      if (declaration.type === 'FunctionDeclaration') return onlyReturn(declaration.body?.body ?? []);
      return isExpression(declaration) ? declaration : undefined;
    }
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue;
    if (isModuleExports(statement.expression.left)) return statement.expression.right;
  }
  return undefined;
}

function isExpression(node: Node): node is Expression {
  return !node.type.endsWith('Declaration');
}

function isModuleExports(node: Pattern | Expression): boolean {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return false;
  return node.property.name === 'exports' && node.object.type === 'Identifier' && node.object.name === 'module';
}

function toLiteral(node: Expression | SpreadElement, scope: Map<string, Expression>, depth: number): Literal {
  const { start, end } = node;
  const unknown: Literal = { kind: 'unknown', start, end };
  const follow = (next: Expression | undefined) => (next ? toLiteral(next, scope, depth + 1) : unknown);
  if (depth > maximumDepth) return unknown;
  switch (node.type) {
    case 'Literal':
      return toPlainValue(node);
    case 'TemplateLiteral':
      return toText(node);
    case 'ArrayExpression':
      return { kind: 'list', start, end, items: node.elements.flatMap((item) => listItem(item, scope, depth)) };
    case 'ObjectExpression':
      return toMap(node, scope, depth);
    case 'Identifier':
      return follow(scope.get(node.name));
    case 'ParenthesizedExpression':
      return follow(node.expression);
    case 'ArrowFunctionExpression':
      return follow(resultOf(node.body));
    case 'FunctionExpression':
      return follow(onlyReturn(node.body.body));
    case 'AwaitExpression':
      return follow(node.argument);
    case 'CallExpression':
      return toCall(node, scope, depth);
    default:
      return unknown;
  }
}

function toPlainValue({ value, raw, start, end }: Extract<Expression, { type: 'Literal' }>): Literal {
  if (typeof value === 'string') return { kind: 'string', value, start, end };
  const isScalar = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return isScalar && !raw?.startsWith('/') ? { kind: 'scalar', value, start, end } : { kind: 'unknown', start, end };
}

function toText({
  quasis: [piece],
  expressions,
  start,
  end,
}: Extract<Expression, { type: 'TemplateLiteral' }>): Literal {
  const value = expressions.length === 0 ? piece?.value.cooked : undefined;
  return typeof value === 'string' ? { kind: 'string', value, start, end } : { kind: 'unknown', start, end };
}

function listItem(item: Expression | SpreadElement | null, scope: Map<string, Expression>, depth: number): Literal[] {
  if (!item) return [];
  if (item.type !== 'SpreadElement') return [toLiteral(item, scope, depth + 1)];
  // Items of a spread are known, but they belong to another list of the source.
  const spread = toLiteral(item.argument, scope, depth + 1);
  return spread.kind === 'list' ? spread.items : [{ kind: 'unknown', start: item.start, end: item.end }];
}

function toMap(
  node: Extract<Expression, { type: 'ObjectExpression' }>,
  scope: Map<string, Expression>,
  depth: number,
): Literal {
  const entries: LiteralEntry[] = [];
  let open = false;
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = toLiteral(property.argument, scope, depth + 1);
      if (spread.kind === 'map') entries.push(...spread.entries);
      open ||= spread.kind !== 'map' || spread.open;
      continue;
    }
    const key = property.computed ? undefined : keyName(property.key);
    const value = toLiteral(property.value, scope, depth + 1);
    if (key === undefined) open = true;
    else entries.push({ key, value, start: property.start, end: property.end });
  }
  return { kind: 'map', entries, open, start: node.start, end: node.end };
}

function keyName(key: Node): string | undefined {
  if (key.type === 'Identifier' && 'name' in key) return String(key.name);
  return key.type === 'Literal' && 'value' in key ? String(key.value) : undefined;
}

function toCall(
  node: Extract<Expression, { type: 'CallExpression' }>,
  scope: Map<string, Expression>,
  depth: number,
): Literal {
  const { start, end } = node;
  const path = pathOf(node);
  if (path !== undefined) return { kind: 'string', value: path, start, end };
  const mapped = readMappedEntries(node, (inner, names) => toLiteral(inner, new Map([...scope, ...names]), depth + 1));
  if (mapped) return mapped;
  const callee = calleeOf(node.callee);
  if (callee === undefined) return { kind: 'unknown', start, end };
  const local = node.arguments.length === 0 ? scope.get(`${callee}()`) : undefined;
  if (local) return toLiteral(local, scope, depth + 1);
  return {
    kind: 'call',
    callee,
    arguments: node.arguments.map((argument) => toLiteral(argument, scope, depth + 1)),
    start,
    end,
  };
}

/**
 * Returns the path in a call such as `require.resolve('./a')`, `path.join(__dirname, 'a')` or
 * `path.resolve(import.meta.dirname, 'a')`.
 */
function pathOf({ callee, arguments: given }: Extract<Expression, { type: 'CallExpression' }>): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined;
  const name = callee.property.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : '';
  const texts = given.map((argument) => (argument.type === 'Literal' ? argument.value : undefined));
  if (name === 'require.resolve') return typeof texts[0] === 'string' ? texts[0] : undefined;
  if (name !== 'path.join' && name !== 'path.resolve') return undefined;
  const [folder, ...parts] = given;
  const here = folder?.type === 'Identifier' ? folder.name === '__dirname' : folder?.type === 'MemberExpression';
  const rest = texts.slice(1).filter((text) => typeof text === 'string');
  return here && rest.length === parts.length ? rest.join('/') : undefined;
}

/** Returns the name of the called function. It may be the result of another call: `nextra({…})({…})`. */
function calleeOf(callee: Node): string | undefined {
  let current = callee;
  while (current.type === 'CallExpression' && 'callee' in current && isNode(current.callee)) current = current.callee;
  return current.type === 'Identifier' && 'name' in current ? String(current.name) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function shiftLiteral(literal: Literal, by: number): Literal {
  const place = { start: literal.start + by, end: literal.end + by };
  if (literal.kind === 'list')
    return { ...literal, ...place, items: literal.items.map((item) => shiftLiteral(item, by)) };
  if (literal.kind !== 'map') return { ...literal, ...place };
  const entries = literal.entries.map((entry) => ({
    key: entry.key,
    value: shiftLiteral(entry.value, by),
    start: entry.start + by,
    end: entry.end + by,
  }));
  return { ...literal, ...place, entries };
}
