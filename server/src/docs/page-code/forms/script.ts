import type { Node } from 'acorn';
import { stemOf } from '../../text/paths.ts';
import type { RunsWhere } from '../code-rules.ts';
import { elementCode, type Attribute } from '../elements.ts';
import { collapseSpace, longestWordOf, type CodePiece } from '../piece.ts';
import { isNode, nodesOf, propertyOf, partsOf, textOf, typeOf } from '../program-nodes.ts';

/**
 * Returns what a module or an expression runs: imports, calls, and names that give access to the whole environment.
 * Values, elements, and functions that call nothing are left out. A text that cannot be parsed is one piece.
 */
export function scriptCode(code: string, runs: RunsWhere): CodePiece[] {
  const nodes = nodesOf(code);
  if (!nodes) return collapseSpace(code) === '' ? [] : [asOnePiece(code, runs)];
  const keys = new Set(nodes.flatMap((node) => [propertyOf(node, 'key'), propertyOf(node, 'property')]).filter(isNode));
  const reading = { code, runs, keys };
  return nodes.flatMap((node) => codeByType.get(node.type)?.(node, reading) ?? []);
}

/** Returns a code as one piece, which is only compared as a whole. */
function asOnePiece(code: string, runs: RunsWhere): CodePiece {
  return { kind: 'call', runs, key: `code ${collapseSpace(code)}`, seek: longestWordOf(code), offset: 0 };
}

interface Reading {
  code: string;
  runs: RunsWhere;
  /** Nodes that name a property, not a value. */
  keys: ReadonlySet<Node>;
}

/** What the nodes of each type run. Those of other types run nothing by themselves. */
const codeByType = new Map<string, (node: Node, reading: Reading) => CodePiece[]>([
  ['ImportDeclaration', importCode],
  ['ExportNamedDeclaration', importCode],
  ['ExportAllDeclaration', importCode],
  ['ImportExpression', importCode],
  ['CallExpression', callCode],
  ['NewExpression', callCode],
  ['TaggedTemplateExpression', taggedCode],
  ['AssignmentExpression', wholeNode],
  ['UpdateExpression', wholeNode],
  ['WhileStatement', wholeNode],
  ['DoWhileStatement', wholeNode],
  ['ForStatement', wholeNode],
  ['MetaProperty', wholeNode],
  ['Identifier', nameCode],
  ['JSXIdentifier', nameCode],
  ['Literal', runningText],
  ['TemplateElement', runningText],
  ['JSXOpeningElement', (node, { code }) => elementCode(elementOf(node, code))],
  ['JSXSpreadAttribute', spreadCode],
  ['Property', propertyCode],
]);

/** An import or a re-export. An export without a source runs nothing by itself. */
function importCode(node: Node, { runs, code }: Reading): CodePiece[] {
  const source = propertyOf(node, 'source');
  if (!isNode(source)) return [];
  const specifier = textOf(source);
  if (specifier === undefined) return [{ ...asOnePiece(sourceOf(node, code), runs), offset: node.start }];
  const seek = specifier.startsWith('.') ? stemOf(specifier) : longestWordOf(specifier);
  return [{ kind: 'import', runs, key: `import ${specifier}`, seek, offset: node.start, specifier }];
}

function callCode(node: Node, reading: Reading): CodePiece[] {
  const { code } = reading;
  return isHarmless(node) ? [] : piece(node, reading, `call ${callKey(node, code)}`, calleeText(node, code));
}

function taggedCode(node: Node, reading: Reading): CodePiece[] {
  const { code } = reading;
  return piece(node, reading, `call ${sourceOf(node, code)}`, calleeText(node, code));
}

function wholeNode(node: Node, reading: Reading): CodePiece[] {
  return piece(node, reading, `code ${sourceOf(node, reading.code)}`);
}

function nameCode(node: Node, reading: Reading): CodePiece[] {
  return givesAccess(node, reading.keys) ? piece(node, reading, `name ${String(propertyOf(node, 'name'))}`) : [];
}

function spreadCode(node: Node, reading: Reading): CodePiece[] {
  return typeOf(propertyOf(node, 'argument')) === 'Identifier' ? [] : wholeNode(node, reading);
}

function propertyCode(node: Node, reading: Reading): CodePiece[] {
  const isMarkup = /^(?:__html|innerHTML|outerHTML|srcDoc)$/.test(nameOf(propertyOf(node, 'key')));
  return isMarkup ? wholeNode(node, reading) : [];
}

function piece({ start }: Node, { runs }: Reading, key: string, seek = key): CodePiece[] {
  return [{ kind: 'call', runs, key: collapseSpace(key), seek: longestWordOf(seek), offset: start }];
}

function sourceOf({ start, end }: Node, code: string): string {
  return code.slice(start, end);
}

/**
 * Returns the key of a call. `useBaseUrl('/a.png')` is the same call as `useBaseUrl('/b.png')`, except where the
 * function runs or reads what its text names.
 */
function callKey(node: Node, code: string): string {
  const callee = calleeText(node, code);
  const isPlain = partsOf(node, 'arguments').every(
    (argument) => typeOf(argument) === 'Literal' || textOf(argument) !== undefined,
  );
  const isPower =
    /(?:^|\.)(?:eval|require|import|fetch|open|exec\w*|spawn\w*|fork|run\w*|read\w*|write\w*|set\w*|load\w*|Function|Worker)$/.test(
      callee,
    );
  return isPlain && !isPower ? `${callee}(…)` : code.slice(node.start, node.end);
}

function calleeText(node: Node, code: string): string {
  const callee = propertyOf(node, 'callee') ?? propertyOf(node, 'tag');
  return isNode(callee) ? collapseSpace(code.slice(callee.start, callee.end)) : '';
}

/**
 * Returns whether a call is harmless: a method of lists and texts with plain values and functions, or an image by
 * `require`, as Docusaurus allows.
 */
function isHarmless(node: Node): boolean {
  const callee = propertyOf(node, 'callee');
  const given = partsOf(node, 'arguments');
  if (typeOf(callee) === 'Identifier' && propertyOf(callee, 'name') === 'require') {
    const [file] = given.map(textOf);
    return (
      given.length === 1 &&
      /^(?:\.|\/|@site\/)[^!]*\.(?:png|jpe?g|gif|webp|avif|svg|mp4|webm|ico|pdf)$/i.test(file ?? '')
    );
  }
  if (typeOf(callee) === 'Identifier' && plainFunctions.has(nameOf(callee))) return true;
  if (typeOf(callee) !== 'MemberExpression' || propertyOf(callee, 'computed') === true) return false;
  const isOfValue = /^(?:Identifier|ArrayExpression|CallExpression|MemberExpression|Literal|TemplateLiteral)$/.test(
    typeOf(propertyOf(callee, 'object')),
  );
  return isOfValue && plainMethods.has(nameOf(propertyOf(callee, 'property'))) && given.every(isPlainArgument);
}

/** Functions of the language, Vue and React. Their arguments are examined separately. */
const plainFunctions = new Set(
  'String Number Boolean parseInt parseFloat Date Set Map ref shallowRef reactive computed watch watchEffect onMounted onUnmounted onBeforeUnmount defineProps defineEmits useData useRoute useRouter withBase useState useEffect useMemo useRef useCallback'.split(
    ' ',
  ),
);

const plainMethods = new Set(
  'map filter join slice concat includes sort toSorted reverse find findIndex some every flatMap flat keys values entries toLowerCase toUpperCase trim split replace replaceAll startsWith endsWith padStart padEnd toFixed toLocaleString at indexOf reduce'.split(
    ' ',
  ),
);

function isPlainArgument(node: unknown): boolean {
  return (
    typeOf(node) === 'Literal' ||
    textOf(node) !== undefined ||
    /^(?:Arrow)?FunctionExpression$|^(?:Array|Object)Expression$/.test(typeOf(node))
  );
}

/** Names that give a program access to its whole environment. */
const accessNames = new Set(
  'eval Function module exports process global globalThis window self document location navigator top parent frames localStorage sessionStorage fetch XMLHttpRequest WebSocket Deno Bun Buffer constructor __proto__ prototype dangerouslySetInnerHTML mainModule binding'.split(
    ' ',
  ),
);
const accessProperties = new Set([
  'constructor',
  '__proto__',
  'prototype',
  'dangerouslySetInnerHTML',
  'mainModule',
  'binding',
]);

/** Returns whether a text contains a name that counts even as the name of a property. */
export function hasAccessProperty(text: string): boolean {
  return (text.match(/\w+/g) ?? []).some((word) => accessProperties.has(word));
}

function givesAccess(node: Node, keys: ReadonlySet<Node>): boolean {
  const name = nameOf(node);
  return keys.has(node) || node.type === 'JSXIdentifier' ? accessProperties.has(name) : accessNames.has(name);
}

function runningText(node: Node, { code, runs }: Reading): CodePiece[] {
  const value = propertyOf(node, 'value');
  const text =
    typeof value === 'string' ? value : node.type === 'TemplateElement' ? code.slice(node.start, node.end) : '';
  if (!/script\s*:/i.test(text) || !/^\s*[a-z\s]{0,20}script\s*:/i.test(text)) return [];
  return [
    { kind: 'address', runs, key: `address ${collapseSpace(text)}`, seek: longestWordOf(text), offset: node.start },
  ];
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

function nameOf(node: unknown): string {
  const name = propertyOf(node, 'name') ?? propertyOf(node, 'value');
  return typeof name === 'string' ? name : '';
}
