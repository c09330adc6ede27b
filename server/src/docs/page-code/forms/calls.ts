import type { Node } from 'acorn';
import { collapseSpace } from '../piece.ts';
import { isNode, nameOf, partsOf, propertyOf, textOf, typeOf } from '../program-nodes.ts';

/**
 * Returns the key of a call. `useBaseUrl('/a.png')` is the same call as `useBaseUrl('/b.png')`, except where the
 * function runs or reads what its text names.
 */
export function callKey(node: Node, code: string): string {
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

export function calleeText(node: Node, code: string): string {
  const callee = propertyOf(node, 'callee');
  return isNode(callee) ? collapseSpace(code.slice(callee.start, callee.end)) : '';
}

/**
 * Returns whether a call is harmless: a method of lists and texts with plain values and functions, or an image by
 * `require`, as Docusaurus allows.
 */
export function isHarmless(node: Node): boolean {
  const callee = propertyOf(node, 'callee');
  const given = partsOf(node, 'arguments');
  if (typeOf(callee) === 'Identifier' && nameOf(callee) === 'require') {
    const [file] = given.map(textOf);
    return given.length === 1 && /^(?:\.|\/|@site\/)[\w@./ -]*\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/.test(file ?? '');
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
