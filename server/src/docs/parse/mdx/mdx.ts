import type { PageToken } from '../page-facts.ts';
import { Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import { mdxExpression } from 'micromark-extension-mdx-expression';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { mdxMd } from 'micromark-extension-mdx-md';
import { mdxjs } from 'micromark-extension-mdxjs';
import { mdxjsEsm } from 'micromark-extension-mdxjs-esm';
import type { Extension } from 'micromark-util-types';

const options = { ecmaVersion: 2024, sourceType: 'module' } as const;
const jsxParser = Parser.extend(acornJsx());

/** MDX as specified: at each closing brace the JavaScript so far is parsed, which is quadratic. */
export const exactMdx: Extension[] = [mdxjs()];

/**
 * MDX whose expressions are found by their braces alone. It takes half the time, and is correct unless a string
 * contains an unbalanced brace.
 */
export const quickMdx: Extension[] = [
  mdxjsEsm({ acorn: jsxParser, acornOptions: options }),
  mdxExpression(),
  mdxJsx(),
  mdxMd(),
];

/**
 * Returns whether everything that braces alone marked as an expression is JavaScript. Then the quick reading equals the
 * exact one.
 */
export function areExpressions(text: string, tokens: PageToken[]): boolean {
  const pieces = new Map<string, string>();
  for (const { type, start, end } of tokens) {
    const whole = /^(.*(?:Expression|ExpressionAttribute))(?:Chunk|Value)$/.exec(type)?.[1];
    if (whole !== undefined) pieces.set(whole, `${pieces.get(whole) ?? ''}${text.slice(start, end)}\n`);
    if (!wholeTypes.has(type)) continue;
    const code = pieces.get(type) ?? '';
    pieces.delete(type);
    if (
      !isJavaScript(type.endsWith('ExpressionAttribute') ? `({${code}})` : `(${code})`) &&
      !(isBare(type) && isEmpty(code))
    )
      return false;
  }
  return true;
}

const wholeTypes = new Set([
  'mdxFlowExpression',
  'mdxTextExpression',
  'mdxJsxFlowTagAttributeValueExpression',
  'mdxJsxTextTagAttributeValueExpression',
  'mdxJsxFlowTagExpressionAttribute',
  'mdxJsxTextTagExpressionAttribute',
]);

/** Outside attributes, an expression may consist of a comment alone. */
function isBare(type: string): boolean {
  return !type.includes('Jsx');
}

function isJavaScript(code: string): boolean {
  try {
    jsxParser.parse(code, options);
    return true;
  } catch {
    return false;
  }
}

function isEmpty(code: string): boolean {
  try {
    return jsxParser.parse(code, options).body.length === 0;
  } catch {
    return false;
  }
}
