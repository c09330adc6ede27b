import type { CodeRules, RunsWhere } from '../code-rules.ts';
import { collapseSpace, longestWordOf, type CodePiece } from '../piece.ts';

/** Returns the shortcodes, tags and macros of templates. They are read in code samples, too. */
export function templateCode(text: string, { templates, macros }: CodeRules): CodePiece[] {
  if (!/\{[{%]/.test(text)) return [];
  return [
    ...(templates === 'never' ? [] : namedTemplates(text, templates)),
    ...(macros === 'never' ? [] : macroCalls(text, macros)),
  ];
}

/** Returns each template by its name alone: what runs is the site's own template of that name. */
function namedTemplates(text: string, runs: RunsWhere): CodePiece[] {
  const shortcodes = [...text.matchAll(/\{\{[<%]-?\s*([\w./-]{1,100})/g)];
  const tags = [...text.matchAll(/\{%-?\s*([\w-]{1,100})(?:\s+([\w./-]{1,200}))?/g)];
  const found = [
    ...shortcodes.map(({ 1: name = '', index }) => ({ name: name.replace(/^\//, ''), index })),
    ...tags.map(({ 1: tag = '', 2: file = '', index }) => ({
      name: tag.startsWith('include') ? `include ${file}` : tag.replace(/^end/, ''),
      index,
    })),
  ];
  return found
    .filter(({ name }) => name !== '' && !builtInTemplates.has(name))
    .map(({ name, index }) => ({
      kind: 'template',
      runs,
      key: `template ${name}`,
      seek: longestWordOf(name),
      offset: index,
    }));
}

/**
 * The templates of Hugo, Liquid and Jekyll themselves: gohugo.io/shortcodes, shopify.github.io/liquid,
 * jekyllrb.com/docs/liquid/tags
 */
const builtInTemplates = new Set(
  (
    'figure highlight ref relref param details qr ' +
    'assign capture case when comment cycle for if else elsif unless increment decrement raw break continue tablerow liquid ' +
    'echo render link post_url'
  ).split(' '),
);

/** Returns the Jinja calls in double braces and in tags, which the macros plugin of MkDocs runs in Python. */
function macroCalls(text: string, runs: RunsWhere): CodePiece[] {
  const withoutRaw = text.replace(/\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}/g, (raw) =>
    raw.replace(/[^\n]/g, ' '),
  );
  const places = withoutRaw.matchAll(/\{\{((?:(?!\{\{|\}\})[^\n]){1,1000})\}\}|\{%((?:(?!\{%|%\})[^\n]){1,1000})%\}/g);
  return [...places].flatMap(({ 1: value, 2: tag, index }) => {
    const code = collapseSpace(value ?? tag ?? '');
    if (!/[([]|__|^-?\s*(?:include|import|from|extends)\b/.test(code)) return [];
    return [{ kind: 'template', runs, key: `macro ${macroKey(code)}`, seek: longestWordOf(code), offset: index }];
  });
}

/** Returns the key of a macro: `macro("a")` is the same call as `macro("b")`. */
function macroKey(code: string): string {
  const call = /^([\w.]{1,100})\((?:\s*(?:\w+\s*=\s*)?(?:"[^"\\]*"|'[^'\\]*'|\d+|true|false)\s*,?)*\)$/i.exec(code);
  return call?.[1] !== undefined && !call[1].includes('__') ? `${call[1]}(…)` : code;
}
