import type { RunsWhere } from '../code-rules.ts';
import { placedAt, type CodePiece } from '../piece.ts';
import { openBudget } from '../unreadable.ts';
import { directiveCode, roleCode } from './directives.ts';
import { useOfDirective } from './known-directives.ts';
import { structuredTextCode } from './structured-text.ts';
import { samplesOf, type Sample } from './certain-samples.ts';
import { blanked } from './markdown.ts';

/**
 * Returns what directives and roles of MyST run, and cells of notebooks in Quarto's notation: a fence of backticks,
 * tildes or colons whose first word is in braces, wherever it stands outside of samples.
 * myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html
 */
export function mystCode(text: string, runs: RunsWhere): CodePiece[] {
  if (!/\{[^\s{}]/.test(text)) return [];
  const { certain } = samplesOf(text, 'myst');
  const shown = withoutOtherFences(text, certain);
  const budget = openBudget(text);
  let module = '';
  const directives = [...shown.matchAll(opening)].flatMap(
    ({ 0: line, 1: mark = '', 2: name = '', 3: rest = '', index }) => {
      const argument = rest.replace(/^[^\S\n]*\}/, '').trim();
      const body = bodyFrom(shown, { open: index, from: index + line.length, mark });
      budget.spend(body.length);
      if (/^(?:py:)?(?:current)?module$|^automodule$/i.test(name)) module = argument;
      if (useOfDirective(name) === 'structured')
        return structuredTextCode(body, runs).map((piece) => placedAt(piece, index));
      return directiveCode({ name, argument, body: withFieldOptions(body), offset: index, module }, runs);
    },
  );
  return [...directives, ...roles(shown, certain, runs), ...inlineCells(shown)];
}

/** `{name} argument`, and `{name, option=value}` of R Markdown. A class in braces, `{.python}`, names no directive. */
const opening = /(`{3,}|~{3,}|:{3,})[ \t]*\{[ \t]*((?![.#=])[^\s{},]+)(?:[ \t]*\}|(?=[\s,]))([^\n]*)/g;

/**
 * Returns the body of a fence, up to the first line that closes it for all readers: with the mark alone, behind what is
 * before the opening mark. A mark elsewhere closes it for some.
 */
function bodyFrom(text: string, { open, from, mark }: { open: number; from: number; mark: string }): string {
  const before = text.slice(text.lastIndexOf('\n', open - 1) + 1, open).replace(/[^\s>]/g, ' ');
  const close = new RegExp(
    `\\n(${/^[ \t]*$/.test(before) ? ' *' : '[ \\t>]*'})${mark.charAt(0)}{${mark.length},}[ \\t]*\\r?(?=\\n|$)`,
    'g',
  );
  close.lastIndex = from;
  for (let match = close.exec(text); match !== null; match = close.exec(text))
    if (match[1]?.trimEnd() === before.trimEnd() && Math.abs(match[1].length - before.length) < 4)
      return text.slice(from, match.index);
  return text.slice(from);
}

/**
 * Options may be YAML between dashes: they are written as fields. A line that is none is written as an odd one, since YAML
 * can spell a name in many ways.
 */
function withFieldOptions(body: string): string {
  const block = /^\s*\n[ \t>]*---[ \t]*\n([\s\S]*?)\n[ \t>]*---[ \t]*(?:\n|$)/.exec(body);
  if (!block) return body;
  const lines = (block[1] ?? '').split('\n');
  const outer = Math.min(...lines.flatMap((line) => (line.trim() === '' ? [] : line.search(/[^\s>]/))));
  const fields = lines.flatMap((line) => {
    if (line.search(/[^\s>]/) > outer) return [line];
    const bare = line.replace(/^[\s>]+/, '');
    if (bare === '' || bare.startsWith('#')) return [];
    return [
      /^[\w-]+[ \t]*:/.test(bare) ? `:${bare.replace(/[ \t]*:/, ':')}` : `:"${bare.replaceAll(/[:\\]/g, ' ')}": `,
    ];
  });
  return `\n${fields.join('\n')}\n\n${body.slice(block[0].length)}`;
}

/** Blanks fences that begin no directive, and the samples of directives for code. */
function withoutOtherFences(text: string, samples: readonly Sample[]): string {
  return blanked(
    text,
    samples.filter(({ kind, info }) => {
      const name = /^[ \t]*\{[ \t]*((?![.#=])[^\s{},]+)/.exec(info)?.[1];
      return kind === 'fence' && (name === undefined || useOfDirective(name) === 'sample');
    }),
  );
}

function roles(shown: string, samples: readonly Sample[], runs: RunsWhere): CodePiece[] {
  const spans = samples.filter(({ kind }) => kind === 'span');
  const found = shown.matchAll(/\{((?![.#=])[^\s{}]+)\}(`+)(?!`)([\s\S]*?)(?<!`)\2(?!`)/g);
  return [...found].flatMap(({ 1: name = '', 3: text = '', index }) => {
    const isSample = spans.some(({ start, end }) => index > start && index < end);
    return isSample ? [] : roleCode(name, text, { runs, offset: index });
  });
}

/** Returns the cells within lines of Quarto and R Markdown: `` `{python} 1 + 1` ``, `` `r 1 + 1` ``. */
function inlineCells(shown: string): CodePiece[] {
  return [...shown.matchAll(/`(?:\{(?:python|r|julia|ojs)\}|r)[ \t]+([^`\n]+)`/g)].flatMap(({ 0: code, index }) => [
    { kind: 'directive', runs: 'build', key: code, seek: code.slice(1, 9), offset: index } satisfies CodePiece,
  ]);
}
