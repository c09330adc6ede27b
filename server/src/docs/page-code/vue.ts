import type { Dialect } from '../parse/page-facts.ts';
import type { RunsWhere } from './code-rules.ts';
import { htmlElements } from './html.ts';
import { attributeLists, withoutSamples } from './markdown.ts';
import { collapsed, placedAt, seekable, type CodePiece } from './piece.ts';
import { scriptCode } from './script.ts';

/** What Vue runs in a page of Markdown: scripts, bindings, and text between double braces. */
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
    ...mustaches(compiled, runs),
    ...interpolatedTitles(text, runs),
    ...interpolatedFences(text, runs),
  ];
}

/** Vue compiles the page that was made of the Markdown: of an indented sample, an address and escaped braces, too, as builds show. */
const keptFromVue = new Set(['codeFenced', 'codeText', 'yaml', 'toml']);

/** `@click`, `v-on:click` and `v-html` reach readers; all other bindings are computed when the site is built, too. */
function boundCode(name: string, value: string, runs: RunsWhere): CodePiece[] {
  if (/^(?:@|v-on:|v-html)/i.test(name))
    return [
      {
        kind: 'handler',
        runs: 'reader',
        key: `${name.toLowerCase()} ${collapsed(value)}`,
        seek: seekable(name),
        offset: 0,
      },
    ];
  const argument = /^[:@#v][\w:-]*\[(.+)\]/.exec(name)?.[1];
  const code = value.trim() === '' ? undefined : boundExpression(name.toLowerCase(), value);
  return [argument && `(${argument}\n)`, code].flatMap((one) => (one ? scriptCode(one, runs) : []));
}

/** As a program: defaults in what a slot or a loop takes apart are computed, too. `.title` is a binding to a property. */
function boundExpression(name: string, value: string): string | undefined {
  if (/^(?:#|v-slot)/.test(name)) return `((${value}\n) => 0)`;
  if (name === 'v-for') {
    const [, each = '', list = ''] = /^([\s\S]*?)\s(?:in|of)\s([\s\S]*)$/.exec(value) ?? [];
    return `((${each.replace(/^\s*\(([\s\S]*)\)\s*$/, '$1')}\n) => 0, (${list}\n))`;
  }
  return /^(?::|\.\w|v-(?!pre|else$|once|cloak))/.test(name) ? `(${value}\n)` : undefined;
}

/** Linear: an opening that is not closed before the next begins is text. Escapes of Markdown are gone when Vue reads. */
function mustaches(text: string, runs: RunsWhere): CodePiece[] {
  const places = text.matchAll(/\{\\?\{((?:(?!\{\\?\{|\}\\?\})[\s\S]){1,2000})\}\\?\}/g);
  return [...places].flatMap(({ 1: written = '', index }) => {
    const code = written.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').replace(/\\$/, '');
    return /[(`=.[\]<:]/.test(code) ? scriptCode(`(${code}\n)`, runs).map((piece) => placedAt(piece, index)) : [];
  });
}

/** The title of a fence in a group of them: ```` ```js [{{ run() }}] ````. */
function interpolatedTitles(text: string, runs: RunsWhere): CodePiece[] {
  const titles = text.matchAll(/^[ \t>]*(?:`{3,}|~{3,})([^\n]{0,300}\[[^\n]{0,300}\{\{[^\n]{0,500})$/gm);
  return [...titles].flatMap(({ 1: title = '', index }) =>
    mustaches(title, runs).map((piece) => placedAt(piece, index)),
  );
}

/** vitepress.dev/guide/using-vue: fences whose language ends with `-vue` are interpolated. */
function interpolatedFences(text: string, runs: RunsWhere): CodePiece[] {
  if (!/-vue\b/.test(text)) return [];
  const fences = text.matchAll(
    /^[ \t]*(`{3,}|~{3,})[^\n]*-vue\b[^\n]*\n((?:(?![ \t]*(?:`{3}|~{3}))[^\n]*\n?){0,500})/gm,
  );
  return [...fences].flatMap(({ 2: body = '', index }) => mustaches(body, runs).map((piece) => placedAt(piece, index)));
}

/** A script without an address is Vue's own. */
export function isScriptOfVue({ kind, key }: CodePiece): boolean {
  return kind === 'script' && key.startsWith('script within ');
}
