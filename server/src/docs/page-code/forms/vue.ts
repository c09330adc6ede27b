import type { Dialect } from '../../parse/page-facts.ts';
import type { RunsWhere } from '../code-rules.ts';
import { htmlElements } from './html.ts';
import { attributeLists, withoutSamples } from './markdown.ts';
import { collapseSpace, placedAt, longestWordOf, type CodePiece } from '../piece.ts';
import { scriptCode } from './script.ts';

/** Returns what Vue runs in a page of Markdown: scripts, bindings, and text in double braces. */
export function vueCode(text: string, dialect: Dialect, runs: RunsWhere): CodePiece[] {
  if (!/<script|\{\\?\{|[\s"'/{](?:[:@.#]|v-)[\w.[-]/i.test(text)) return [];
  const { shown } = withoutSamples(text, dialect);
  const elements = [...htmlElements(shown), ...attributeLists(shown)];
  const bound = elements.flatMap(({ attributes }) =>
    attributes.flatMap(({ name, value = '', offset }) =>
      boundCode(name, value, runs).map((piece) => placedAt(piece, offset)),
    ),
  );
  const scripts = elements.flatMap(({ name, body = '', bodyOffset = 0 }) =>
    name.toLowerCase() === 'script'
      ? scriptCode(body, runs).map((piece) => placedAt(piece, bodyOffset + piece.offset))
      : [],
  );
  const compiled = withoutSamples(text, dialect, keptFromVue).shown;
  return [
    ...scripts,
    ...bound,
    ...codeInBraces(compiled, runs),
    ...interpolatedTitles(text, runs),
    ...interpolatedFences(text, runs),
  ];
}

/**
 * What Vue does not compile. It compiles the HTML made from the Markdown, thus also indented samples, addresses and
 * escaped braces, as builds show.
 */
const keptFromVue = new Set(['codeFenced', 'codeText', 'yaml', 'toml']);

/**
 * Returns what a binding runs. `@click`, `v-on:click` and `v-html` run in browsers; all other bindings are also
 * computed when the site is built.
 */
function boundCode(name: string, value: string, runs: RunsWhere): CodePiece[] {
  if (/^(?:@|v-on:|v-html)/i.test(name))
    return [
      {
        kind: 'handler',
        runs: 'reader',
        key: `${name.toLowerCase()} ${collapseSpace(value)}`,
        seek: longestWordOf(name),
        offset: 0,
      },
    ];
  const argument = /^[:@#v][\w:-]*\[(.+)\]/.exec(name)?.[1];
  const code = value.trim() === '' ? undefined : boundExpression(name.toLowerCase(), value);
  return [argument && `(${argument}\n)`, code].flatMap((one) => (one ? scriptCode(one, runs) : []));
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

/**
 * Returns the code in double braces, in linear time: an opening that does not close before the next one is text. Vue
 * reads the text after Markdown removed its escapes.
 */
function codeInBraces(text: string, runs: RunsWhere): CodePiece[] {
  const places = text.matchAll(/\{\\?\{((?:(?!\{\\?\{|\}\\?\})[\s\S]){1,2000})\}\\?\}/g);
  return [...places].flatMap(({ 1: written = '', index }) => {
    const code = written.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replace(/\\$/, '');
    return /[(`=.[\]<:]/.test(code) ? scriptCode(`(${code}\n)`, runs).map((piece) => placedAt(piece, index)) : [];
  });
}

/** Returns the code in titles of fences in a code group: ```` ```js [{{ run() }}] ````. */
function interpolatedTitles(text: string, runs: RunsWhere): CodePiece[] {
  const titles = text.matchAll(/^[ \t>]*(?:`{3,}|~{3,})([^\n]{0,300}\[[^\n]{0,300}\{\{[^\n]{0,500})$/gm);
  return [...titles].flatMap(({ 1: title = '', index }) =>
    codeInBraces(title, runs).map((piece) => placedAt(piece, index)),
  );
}

/** Returns the code in fences whose language ends with `-vue`, which are interpolated: vitepress.dev/guide/using-vue */
function interpolatedFences(text: string, runs: RunsWhere): CodePiece[] {
  if (!/-vue\b/.test(text)) return [];
  const fences = text.matchAll(
    /^[ \t]*(`{3,}|~{3,})[^\n]*-vue\b[^\n]*\n((?:(?![ \t]*(?:`{3}|~{3}))[^\n]*\n?){0,500})/gm,
  );
  return [...fences].flatMap(({ 2: body = '', index }) =>
    codeInBraces(body, runs).map((piece) => placedAt(piece, index)),
  );
}

/** Returns whether a piece is a script without an address, which belongs to Vue itself. */
export function isScriptOfVue({ kind, key }: CodePiece): boolean {
  return kind === 'script' && key.startsWith('script within ');
}
