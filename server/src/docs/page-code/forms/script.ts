import type { Node } from 'acorn';
import { stemOf } from '../../text/paths.ts';
import type { RunsWhere } from '../code-rules.ts';
import { isRunningAddress } from '../addresses.ts';
import { elementCode, noHandlers, type Attribute } from '../elements.ts';
import { addressPiece, collapseSpace, longestWordOf, placedAt, type CodePiece } from '../piece.ts';
import { callKey, calleeText, isHarmless } from './calls.ts';
import { htmlCode } from './html.ts';
import {
  boundNames,
  declaredNames,
  isNode,
  nameOf,
  parseProgram,
  partsOf,
  propertyOf,
  textOf,
  typeOf,
} from '../program-nodes.ts';

/**
 * Returns what a module or an expression runs. Values, elements, and functions that call nothing run nothing: all
 * other syntax is a piece of code, and so is every name that neither the code nor `known` declares, since it may be a
 * name of the machine that builds. A text that cannot be parsed is one piece.
 *
 * @param known names that the page declares elsewhere; `every` where a free name means a value of the page, as in the
 *   expressions of Vue.
 */
export function scriptCode(code: string, runs: RunsWhere, known: readonly string[] | 'every' = []): CodePiece[] {
  if (collapseSpace(code) === '') return [];
  const program = parseProgram(code);
  if (program === undefined) return [asOnePiece(code, runs)];
  const body = partsOf(program, 'body');
  const reading = new ScriptReading(code, runs, known === 'every');
  try {
    reading.each(body, new Set([...(known === 'every' ? [] : known), ...declaredNames(body)]));
  } catch (error) {
    // Nested too deeply for a walk.
    if (error instanceof RangeError) return [asOnePiece(code, runs)];
    throw error;
  }
  return reading.found;
}

/** Returns the names that a module declares for the whole page. */
export function namesDeclaredBy(code: string): string[] {
  return declaredNames(partsOf(parseProgram(code), 'body'));
}

/** Returns a code as one piece, which is only compared as a whole. */
export function asOnePiece(code: string, runs: RunsWhere): CodePiece {
  return { kind: 'call', runs, key: `code ${collapseSpace(code)}`, seek: longestWordOf(code), offset: 0 };
}

type Scope = ReadonlySet<string>;

class ScriptReading {
  readonly found: CodePiece[] = [];
  readonly #code: string;
  readonly #runs: RunsWhere;
  readonly #knowsEvery: boolean;

  constructor(code: string, runs: RunsWhere, knowsEvery: boolean) {
    this.#code = code;
    this.#runs = runs;
    this.#knowsEvery = knowsEvery;
  }

  each(nodes: readonly unknown[], scope: Scope): void {
    for (const node of nodes) this.visit(node, scope);
  }

  visit(node: unknown, scope: Scope): void {
    if (!isNode(node)) return;
    const parts = plainParts.get(node.type);
    if (parts !== undefined) {
      for (const name of parts) this.each([propertyOf(node, name)].flat(), scope);
      return;
    }
    const read = this.#readers.get(node.type);
    if (read) read(node, scope);
    else this.#whole(node);
  }

  readonly #readers = new Map<string, (node: Node, scope: Scope) => void>([
    ['ImportDeclaration', (node) => this.#source(node)],
    ['ExportAllDeclaration', (node) => this.#source(node)],
    [
      'ExportNamedDeclaration',
      (node, scope) => {
        this.#source(node);
        this.visit(propertyOf(node, 'declaration'), scope);
      },
    ],
    ['ImportExpression', (node) => this.#source(node)],
    ['BlockStatement', (node, scope) => this.#block(node, scope)],
    ['FunctionDeclaration', (node, scope) => this.#function(node, scope)],
    ['FunctionExpression', (node, scope) => this.#function(node, scope)],
    ['ArrowFunctionExpression', (node, scope) => this.#function(node, scope)],
    [
      'VariableDeclarator',
      (node, scope) => {
        this.#pattern(propertyOf(node, 'id'), scope);
        this.visit(propertyOf(node, 'init'), scope);
      },
    ],
    ['CallExpression', (node, scope) => this.#call(node, scope)],
    ['NewExpression', (node, scope) => this.#call(node, scope)],
    ['MemberExpression', (node, scope) => this.#member(node, scope)],
    ['Property', (node, scope) => this.#property(node, scope)],
    ['Identifier', (node, scope) => this.#name(node, scope)],
    ['Literal', (node) => this.#text(node, propertyOf(node, 'value'))],
    ['TemplateElement', (node) => this.#text(node, this.#code.slice(node.start, node.end))],
    ['BinaryExpression', (node, scope) => this.#joined(node, scope)],
    ['UnaryExpression', (node, scope) => this.#unary(node, scope)],
    ['JSXOpeningElement', (node, scope) => this.#element(node, scope)],
    ['JSXSpreadAttribute', (node, scope) => this.#spread(node, scope)],
    ['JSXText', () => undefined],
    ['JSXEmptyExpression', () => undefined],
    ['EmptyStatement', () => undefined],
  ]);

  #block(node: Node, scope: Scope): void {
    const body = partsOf(node, 'body');
    this.each(body, new Set([...scope, ...declaredNames(body)]));
  }

  #function(node: Node, scope: Scope): void {
    const parameters = partsOf(node, 'params');
    const inner = new Set([...scope, ...boundNames(propertyOf(node, 'id')), ...parameters.flatMap(boundNames)]);
    for (const parameter of parameters) this.#pattern(parameter, inner);
    this.visit(propertyOf(node, 'body'), inner);
  }

  /** Visits what a pattern computes: default values, and the names of the properties that it reads. */
  #pattern(pattern: unknown, scope: Scope): void {
    for (const property of partsOf(pattern, 'properties')) {
      if (typeOf(property) === 'Property') {
        this.#key(property, scope);
        this.#pattern(propertyOf(property, 'value'), scope);
      } else this.#pattern(propertyOf(property, 'argument'), scope);
    }
    for (const element of partsOf(pattern, 'elements')) this.#pattern(element, scope);
    if (typeOf(pattern) === 'RestElement') this.#pattern(propertyOf(pattern, 'argument'), scope);
    if (typeOf(pattern) !== 'AssignmentPattern') return;
    this.#pattern(propertyOf(pattern, 'left'), scope);
    this.visit(propertyOf(pattern, 'right'), scope);
  }

  /** An import or a re-export. An export without a source runs nothing by itself. */
  #source(node: Node): void {
    const source = propertyOf(node, 'source');
    if (!isNode(source)) return;
    const specifier = textOf(source);
    if (specifier === undefined || partsOf(node, 'attributes').length > 0) {
      this.#whole(node);
      return;
    }
    const seek = specifier.startsWith('.') ? stemOf(specifier) : longestWordOf(specifier);
    this.found.push({
      kind: 'import',
      runs: this.#runs,
      key: `import ${specifier}`,
      seek,
      offset: node.start,
      specifier,
    });
  }

  #call(node: Node, scope: Scope): void {
    const callee = propertyOf(node, 'callee');
    this.each(partsOf(node, 'arguments'), scope);
    if (typeOf(callee) !== 'Identifier') this.visit(callee, scope);
    if (isHarmless(node)) return;
    this.#piece(node, `call ${callKey(node, this.#code)}`, calleeText(node, this.#code));
  }

  #member(node: Node, scope: Scope): void {
    this.visit(propertyOf(node, 'object'), scope);
    const property = propertyOf(node, 'property');
    if (propertyOf(node, 'computed') === true && typeof propertyOf(property, 'value') !== 'number') {
      this.#whole(node);
    } else if (accessProperties.has(nameOf(property))) this.#piece(node, `name ${nameOf(property)}`);
  }

  #property(node: Node, scope: Scope): void {
    this.#key(node, scope);
    this.visit(propertyOf(node, 'value'), scope);
  }

  #key(node: unknown, scope: Scope): void {
    const key = propertyOf(node, 'key');
    if (!isNode(key) || !isNode(node)) return;
    if (propertyOf(node, 'computed') === true) this.visit(key, scope);
    const name = nameOf(key);
    if (propertyOf(node, 'computed') === true && typeOf(key) !== 'Literal') this.#whole(node);
    else if (setsMarkup.test(name) && !noHandlers.has(name.toLowerCase())) this.#whole(node);
    else if (accessProperties.has(name)) this.#piece(node, `name ${name}`);
  }

  #name(node: Node, scope: Scope): void {
    const name = nameOf(node);
    if (!this.#knowsEvery && !scope.has(name) && !plainNames.has(name)) this.#piece(node, `name ${name}`);
  }

  /** A text may be an address that runs, the end of one, or HTML: components write some of theirs into the page as it is. */
  #text(node: Node, value: unknown): void {
    if (typeof value !== 'string') return;
    if (isRunningAddress(value) || endsScheme.test(value)) this.found.push(addressPiece(value, node.start, this.#runs));
    if (/<[A-Za-z]/.test(value)) this.found.push(...htmlCode(value).map((piece) => placedAt(piece, node.start)));
  }

  /** Joined texts may spell an address that no part of them does. */
  #joined(node: Node, scope: Scope): void {
    this.each([propertyOf(node, 'left'), propertyOf(node, 'right')], scope);
    const joined = this.#constantOf(node);
    if (isRunningAddress(joined)) this.found.push(addressPiece(joined, node.start, 'reader'));
    if (/<[A-Za-z]/.test(joined)) this.found.push(...htmlCode(joined).map((piece) => placedAt(piece, node.start)));
  }

  /** Returns what a sum of texts is; what is no text counts for nothing. */
  #constantOf(node: unknown): string {
    if (typeOf(node) !== 'BinaryExpression' || propertyOf(node, 'operator') !== '+') return textOf(node) ?? '';
    return this.#constantOf(propertyOf(node, 'left')) + this.#constantOf(propertyOf(node, 'right'));
  }

  #unary(node: Node, scope: Scope): void {
    if (propertyOf(node, 'operator') === 'delete') this.#whole(node);
    else this.visit(propertyOf(node, 'argument'), scope);
  }

  #element(node: Node, scope: Scope): void {
    this.found.push(...elementCode(elementOf(node, this.#code)));
    this.#elementName(propertyOf(node, 'name'), scope);
    const isPowerful = /^(?:script|style|iframe|object|embed|link|meta|base|form)$/i.test(
      nameOf(propertyOf(node, 'name')),
    );
    if (isPowerful && partsOf(node, 'attributes').some((one) => typeOf(one) === 'JSXSpreadAttribute'))
      this.#whole(node);
    for (const attribute of partsOf(node, 'attributes')) {
      const name = nameOf(propertyOf(attribute, 'name'));
      if (accessProperties.has(name) && isNode(attribute)) this.#piece(attribute, `name ${name}`);
      this.visit(typeOf(attribute) === 'JSXAttribute' ? propertyOf(attribute, 'value') : attribute, scope);
    }
  }

  /** The parts of `<a.b.c>` are read as values, the first of them by its name. */
  #elementName(name: unknown, scope: Scope): void {
    if (typeOf(name) !== 'JSXMemberExpression') return;
    const object = propertyOf(name, 'object');
    const property = nameOf(propertyOf(name, 'property'));
    if (accessProperties.has(property) && isNode(name)) this.#piece(name, `name ${property}`);
    if (typeOf(object) === 'JSXMemberExpression') this.#elementName(object, scope);
    else if (isNode(object) && !/^[A-Z]/.test(nameOf(object))) this.#name(object, scope);
  }

  #spread(node: Node, scope: Scope): void {
    const argument = propertyOf(node, 'argument');
    if (typeOf(argument) === 'Identifier') this.visit(argument, scope);
    else this.#whole(node);
  }

  #whole(node: Node): void {
    this.#piece(node, `code ${this.#code.slice(node.start, node.end)}`);
  }

  #piece({ start }: Node, key: string, seek = key): void {
    this.found.push({
      kind: 'call',
      runs: this.#runs,
      key: collapseSpace(key),
      seek: longestWordOf(seek),
      offset: start,
    });
  }
}

/** Names of properties that set markup or handlers of an element, which may get them by a spread. */
const setsMarkup =
  /^(?:__html|innerHTML|outerHTML|srcDoc|srcdoc|set:html|children|httpEquiv|http-equiv|on[a-z]{2,}.*)$/i;

/** The end of `javascript:`, with the rest of the address. */
const endsScheme = /^\s*(?:avascript|vascript|ascript|script|cript|ript|ipt|pt|t)?:\s*[\w.]+\s*[(=`]/i;

/** Syntax that runs nothing by itself, with its parts that may. */
const plainParts = new Map<string, readonly string[]>([
  ['ExpressionStatement', ['expression']],
  ['ExportDefaultDeclaration', ['declaration']],
  ['VariableDeclaration', ['declarations']],
  ['ReturnStatement', ['argument']],
  ['IfStatement', ['test', 'consequent', 'alternate']],
  ['ArrayExpression', ['elements']],
  ['ObjectExpression', ['properties']],
  ['SpreadElement', ['argument']],
  ['ChainExpression', ['expression']],
  ['ParenthesizedExpression', ['expression']],
  ['ConditionalExpression', ['test', 'consequent', 'alternate']],
  ['LogicalExpression', ['left', 'right']],
  ['SequenceExpression', ['expressions']],
  ['TemplateLiteral', ['quasis', 'expressions']],
  ['JSXElement', ['openingElement', 'children']],
  ['JSXFragment', ['children']],
  ['JSXExpressionContainer', ['expression']],
]);

/** Values of the language, and what generators hand to every page: nothing of the machine is in reach of them. */
const plainNames = new Set(
  'undefined NaN Infinity Math props frontMatter frontmatter toc metadata contentTitle $frontmatter $params $page $site $theme $lang $localePath $title $description'.split(
    ' ',
  ),
);

/** Names of properties by which any value gives access to the whole environment. */
const accessProperties = new Set([
  'constructor',
  '__proto__',
  'prototype',
  '__defineGetter__',
  '__lookupGetter__',
  'dangerouslySetInnerHTML',
  'mainModule',
  'binding',
]);

/** Returns whether a text contains a name that counts even as the name of a property. */
export function hasAccessProperty(text: string): boolean {
  return (text.match(/\w+/g) ?? []).some((word) => accessProperties.has(word));
}

function elementOf(node: Node, code: string) {
  const name = propertyOf(node, 'name');
  const attributes = partsOf(node, 'attributes').flatMap((attribute): Attribute[] => {
    const key = propertyOf(attribute, 'name');
    if (!isNode(attribute) || !isNode(key)) return [];
    const value = propertyOf(attribute, 'value');
    const text = textOf(value) ?? textOf(propertyOf(value, 'expression'));
    const written = isNode(value) ? code.slice(value.start, value.end) : undefined;
    return [{ name: code.slice(key.start, key.end), value: text ?? written, offset: attribute.start }];
  });
  return { name: isNode(name) ? code.slice(name.start, name.end) : '', attributes, offset: node.start };
}
