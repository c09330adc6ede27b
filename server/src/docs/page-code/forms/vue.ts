import { decodeEntities } from '../addresses.ts';
import type { RunsWhere } from '../code-rules.ts';
import { isData, type Element } from '../elements.ts';
import { htmlCode, tagsIn } from './html.ts';
import { attributeLists, type ShownPage } from './markdown.ts';
import { placedAt, collapseSpace, longestWordOf, type CodePiece } from '../piece.ts';
import { openBudget } from '../unreadable.ts';
import { asOnePiece, scriptCode } from './script.ts';

/** Returns what Vue runs in a page of Markdown: scripts, bindings, and text in double braces. */
export function vueCode(text: string, { shown, compiled }: ShownPage, runs: RunsWhere): CodePiece[] {
  const tags = tagsIn(shown);
  const scripts = tags.filter(({ name, attributes }) => /^script$/i.test(name) && !isData(attributes));
  return [
    ...scripts.flatMap(({ body = '', bodyOffset = 0 }) =>
      scriptCode(body, runs).map((piece) => placedAt(piece, bodyOffset + piece.offset)),
    ),
    ...tags.flatMap((tag) => namedElement(tag, shown)),
    ...tags.flatMap(({ name, attributes, body = '', bodyOffset = 0 }) =>
      styleCode({ name, attributes, body, bodyOffset }, runs),
    ),
    ...[...tags, ...attributeLists(shown)].flatMap(({ attributes }) =>
      attributes.flatMap(({ name, value = '', offset }) =>
        boundCode(name, value, runs).map((piece) => placedAt(piece, offset)),
      ),
    ),
    ...codeInBraces(compiled, runs),
    ...codeInFences(text, runs),
  ];
}

/** Returns the element that `<component is="script">` becomes. */
function namedElement({ attributes, offset }: Element, text: string): CodePiece[] {
  const is = attributes.find(({ name }) => /^is$/i.test(name))?.value ?? '';
  if (!/^(?:script|style|iframe|object|embed|base|link|meta|form)$/i.test(is)) return [];
  return htmlCode(`<${is} ${text.slice(text.indexOf(' ', offset), offset + 2_000)}`).map((piece) =>
    placedAt(piece, offset),
  );
}

/**
 * Returns what a style runs at the build: `v-bind()` is an expression (vuejs.org/api/sfc-css-features.html), another
 * language may load plugins, and the bundler reads what it imports.
 */
function styleCode(
  { name, attributes, body, bodyOffset }: Pick<Required<Element>, 'name' | 'attributes' | 'body' | 'bodyOffset'>,
  runs: RunsWhere,
): CodePiece[] {
  if (!/^style$/i.test(name)) return [];
  const isPlain =
    !/v-bind|@import|@plugin|@use|@config|url\(\s*["']?(?!#|https?:|data:image|\/(?!@))/i.test(body) &&
    attributes.every(
      ({ name: attribute, value = '' }) => !/^(?:src|lang)$/i.test(attribute) || /^(?:css|postcss)?$/.test(value),
    );
  return isPlain
    ? []
    : [placedAt(asOnePiece(`style ${attributes.map(({ value = '' }) => value).join(' ')} ${body}`, runs), bodyOffset)];
}

/**
 * Returns what a binding runs. `@click` and `v-on:click` run in browsers; all other bindings, `v-html` too, are also
 * computed when the site is built.
 */
function boundCode(name: string, value: string, runs: RunsWhere): CodePiece[] {
  if (/^(?:@|v-on)/i.test(name)) {
    const key = `${name.toLowerCase()} ${collapseSpace(value)}`;
    const computed = /\[(.+)\]/.exec(name)?.[1];
    const handler: CodePiece = { kind: 'handler', runs: 'reader', key, seek: longestWordOf(name), offset: 0 };
    return [handler, ...(computed === undefined ? [] : scriptCode(`(${computed}\n)`, runs, 'every'))];
  }
  if (/^is$/i.test(name) && /^vue:/i.test(value.trim())) return [asOnePiece(`is ${value}`, runs)];
  const argument = /^[:@#.v][\w:.-]*\[(.+)\]/i.exec(name)?.[1];
  const code = value.trim() === '' ? undefined : boundExpression(name.toLowerCase(), value);
  return [argument && `(${argument}\n)`, code].flatMap((one) => (one ? scriptCode(one, runs, 'every') : []));
}

/**
 * Returns a binding as a program. The default values in the destructuring of a slot or a loop are computed, too.
 * `.title` is a binding to a property.
 */
function boundExpression(name: string, value: string): string | undefined {
  if (/^(?:#|v-slot)/.test(name)) return `((${value}\n) => 0)`;
  if (name === 'v-for') {
    const [, each = '', list = ''] = /^([\s\S]*?)\s(?:in|of)\s([\s\S]*)$/.exec(value) ?? [];
    return `((${each.replace(/^\s*\(([\s\S]*)\)\s*$/, '$1')}\n) => 0, (${list}\n))`;
  }
  return /^(?::|\.\w|v-(?!pre|else$|once|cloak))/.test(name) ? `(${value}\n)` : undefined;
}

/** A brace as written: with an escape, or as an entity, it becomes a brace before Vue reads the page. */
const openBraces = /(?:\\?\{|&(?:#0*123|#x0*7b);?|&l(?:brace|cub);){2}/gi;
const closeBraces = /(?:\\?\}|&(?:#0*125|#x0*7d);?|&r(?:brace|cub);){2}/gi;

/**
 * Returns the code in double braces, from any opening to the next end. Vue reads it after Markdown: where Markdown
 * could change it, it is one piece.
 */
function codeInBraces(text: string, runs: RunsWhere): CodePiece[] {
  const budget = openBudget(text);
  let hasEnd = true;
  return [...text.matchAll(openBraces)].flatMap(({ 0: { length }, index }) => {
    closeBraces.lastIndex = index + length;
    const close = hasEnd ? closeBraces.exec(text) : null;
    hasEnd = close !== null;
    if (!close) return [];
    budget.spend(close.index - index);
    const written = text.slice(index + length, close.index);
    if (written.trim() === '') return [];
    if (changedByMarkdown.test(written)) return [placedAt(asOnePiece(plainCode(written), runs), index)];
    return scriptCode(`(${written}\n)`, runs, 'every').map((piece) => placedAt(piece, index));
  });
}

/** Signs that Markdown may remove, or turn into a tag. */
const changedByMarkdown = /[\\`~]|\*\S|\S\*|\]\s*[([]|<[a-z/!?]|&[#a-z]|!\[|(?<![\w$])_|_(?![\w$])|\n[ \t]*\n/i;

function plainCode(written: string): string {
  return decodeEntities(written.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}

/**
 * Returns the code in the first lines of fences, such as the titles of a group of samples, and in whole fences whose
 * language ends with `-vue`: vitepress.dev/guide/using-vue
 */
function codeInFences(text: string, runs: RunsWhere): CodePiece[] {
  const fences = text.matchAll(/(?:`{3,}|~{3,})([^\n]*)/g);
  return [...fences].flatMap(({ 0: line, 1: info = '', index }) => {
    if (!info.includes('{{') && !/-vue/i.test(info)) return [];
    // Where such a fence ends depends on what is around it: all behind its first line is read.
    const body = /-vue/i.test(info) ? text.slice(index) : line;
    return codeInBraces(body, runs).map((piece) => placedAt(piece, piece.offset + index));
  });
}

/** Returns whether a piece of HTML belongs to Vue itself, which reads it: a script of the page, or a binding. */
export function isOfVue({ kind, key }: CodePiece): boolean {
  return (kind === 'script' && key.startsWith('script within ')) || (kind === 'handler' && /^(?:v-|[:@#.])/.test(key));
}
