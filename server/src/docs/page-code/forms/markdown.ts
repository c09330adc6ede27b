import type { Dialect, PageToken } from '../../parse/page-facts.ts';
import { tokenize } from '../../parse/tokens.ts';
import { isRunningAddress } from '../addresses.ts';
import { elementCode, type Attribute, type Element } from '../elements.ts';
import { htmlCode, htmlElements } from './html.ts';
import { collapseSpace, longestWordOf, type CodePiece } from '../piece.ts';
import { mayRunInBrowsers } from '../quick.ts';

/** Returns what a page of Markdown runs by HTML elements and addresses, without the notations of its kind. */
export function markdownCode(text: string, dialect: Dialect): CodePiece[] {
  if (!mayRunInBrowsers(text)) return [];
  const { shown, addresses } = withoutSamples(text, dialect);
  return [
    ...(shown.includes('<') ? htmlCode(shown) : []),
    ...attributeLists(shown).flatMap((element) =>
      elementCode({ ...element, attributes: element.attributes.map(plainName) }),
    ),
    ...addresses.flatMap((span) => addressCode(text, span)),
  ];
}

/**
 * Returns elements with the attributes that attribute lists set: `# Title {#id .class onclick="run()"}` gives them to
 * the heading. See vitepress.dev/guide/markdown, attribute lists of Python-Markdown, and kramdown's `{: title="a"}`.
 */
export function attributeLists(text: string): Element[] {
  return [...text.matchAll(/\{([^{}\n]{1,2000})\}/g)].flatMap(({ 1: list = '', index: offset }) =>
    list.includes('=')
      ? htmlElements(`<a ${list}>`).map(({ name, attributes }) => ({
          name,
          attributes: attributes.map((attribute) => ({ ...attribute, offset })),
          offset,
        }))
      : [],
  );
}

/** Returns the text with its code samples blanked at the same length, and the positions of its addresses. */
export function withoutSamples(
  text: string,
  dialect: Dialect,
  samples: ReadonlySet<string> = sampleTypes,
): { shown: string; addresses: PageToken[] } {
  const pieces: string[] = [];
  const addresses: PageToken[] = [];
  let done = 0;
  for (const { enter, token } of tokenize(text, dialect)) {
    if (enter || token.start < done) continue;
    if (addressTypes.has(token.type)) addresses.push(token);
    if (!samples.has(token.type)) continue;
    pieces.push(text.slice(done, token.start), text.slice(token.start, token.end).replace(/[^\r\n]/g, ' '));
    done = token.end;
  }
  return { shown: pieces.join('') + text.slice(done), addresses };
}

/** Removes the colon with which kramdown's lists begin. */
function plainName(attribute: Attribute): Attribute {
  return { ...attribute, name: attribute.name.replace(/^:/, '') };
}

const sampleTypes = new Set(['codeFenced', 'codeIndented', 'codeText', 'autolink', 'yaml', 'toml', 'characterEscape']);
const addressTypes = new Set(['resourceDestinationString', 'definitionDestinationString', 'autolinkProtocol']);

function addressCode(text: string, { start, end }: PageToken): CodePiece[] {
  const address = text.slice(start, end);
  if (!isRunningAddress(address)) return [];
  return [
    {
      kind: 'address',
      runs: 'reader',
      key: `address ${collapseSpace(address)}`,
      seek: longestWordOf(address),
      offset: start,
    },
  ];
}

/** Returns the running addresses in formulas, `\\href{javascript:…}`, which MathJax turns into links. */
export function formulaAddresses(text: string): CodePiece[] {
  if (!/\\(?:href|url)\b/.test(text)) return [];
  return [...text.matchAll(/\\(?:href|url)\s{0,9}\{([^{}\n]{1,300})\}/g)].flatMap(
    ({ 0: { length }, 1: address = '', index }) =>
      addressCode(text, { type: 'formula', start: index + length - 1 - address.length, end: index + length - 1 }),
  );
}
