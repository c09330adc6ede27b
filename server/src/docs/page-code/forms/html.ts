import { elementCode, type Attribute, type Element } from '../elements.ts';
import type { CodePiece } from '../piece.ts';

/** Returns what HTML runs. */
export function htmlCode(text: string): CodePiece[] {
  return htmlElements(text).flatMap((element) => elementCode(element));
}

/**
 * Returns the elements of a text, read as tolerantly as browsers do: `<img/onerror=run()>` has a handler. It reads each
 * character at most twice, whatever the text.
 */
export function htmlElements(text: string): Element[] {
  const found: Element[] = [];
  // Searched once: no comment ends after the last `-->`.
  const lastComment = text.lastIndexOf('-->');
  for (let open = text.indexOf('<'); open !== -1;) {
    const comment = open < lastComment && text.startsWith('<!--', open) ? text.indexOf('-->', open + 2) : -1;
    const name = comment === -1 ? matchAt(tagName, text, open + 1)?.[0] : undefined;
    let next = comment === -1 ? open + 1 : comment + 3;
    if (name !== undefined) {
      const { attributes, end } = readAttributes(text, open + 1 + name.length);
      const body = /^(?:\w+:)?script$/i.test(name) ? scriptBodyFrom(text, end) : '';
      found.push({ name, attributes, offset: open, body, bodyOffset: end + 1 });
      next = end + body.length;
    }
    open = text.indexOf('<', next);
  }
  return found;
}

const tagName = /[A-Za-z][^\s/>"'<]{0,100}/y;
const attributeName = /[\s/]*([^\s/>=<"'][^\s/>=]{0,300})(?:\s*=\s*)?/y;
const quotedOrNot = /"([^"]*)"|'([^']*)'|([^\s>]*)/y;

function readAttributes(text: string, from: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = [];
  let index = from;
  while (index < text.length && attributes.length < 200) {
    const name = matchAt(attributeName, text, index);
    if (name?.[1] === undefined) {
      const sign = text.slice(index).search(/[^\s/]/);
      const at = sign === -1 ? text.length : index + sign;
      // A stray quote is skipped. The end of the tag, or the beginning of another, ends the attributes.
      if (at >= text.length || text[at] === '>' || text[at] === '<') return { attributes, end: at };
      index = at + 1;
      continue;
    }
    const offset = index;
    index += name[0].length;
    const value = name[0].trimEnd().endsWith('=') ? matchAt(quotedOrNot, text, index) : null;
    attributes.push({ name: name[1], value: value?.[1] ?? value?.[2] ?? value?.[3], offset });
    index += value?.[0].length ?? 0;
  }
  return { attributes, end: index };
}

function scriptBodyFrom(text: string, end: number): string {
  const close = /<\/(?:\w+:)?script/gi;
  close.lastIndex = end;
  return text.slice(end + 1, close.exec(text)?.index ?? text.length);
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
