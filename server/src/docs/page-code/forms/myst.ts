import type { PageToken } from '../../parse/page-facts.ts';
import { tokenize } from '../../parse/tokens.ts';
import type { RunsWhere } from '../code-rules.ts';
import { placedAt, type CodePiece } from '../piece.ts';
import { openBudget } from '../unreadable.ts';
import { directiveCode, roleCode } from './directives.ts';
import { useOfDirective } from './known-directives.ts';
import { structuredTextCode } from './structured-text.ts';
import { blanked, disputedFences, isOutdented } from './markdown.ts';

/**
 * Returns what directives and roles of MyST run, and cells of notebooks in Quarto's notation: a fence of backticks,
 * tildes or colons whose first word is in braces, wherever it stands outside of samples.
 * myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html
 */
export function mystCode(text: string, runs: RunsWhere): CodePiece[] {
  if (!/\{[^\s{}]/.test(text)) return [];
  const tokens = tokenize(text, 'myst').flatMap(({ enter, token }) => (enter ? [] : token));
  const shown = withoutOtherFences(text, tokens);
  const budget = openBudget(text);
  let module = '';
  const directives = [...shown.matchAll(opening)].flatMap(
    ({ 0: line, 1: mark = '', 2: name = '', 3: rest = '', index }) => {
      const argument = rest.replace(/^[^\S\n]*\}/, '').trim();
      const body = bodyFrom(shown, index + line.length, mark);
      budget.spend(body.length);
      if (/^(?:py:)?(?:current)?module$|^automodule$/i.test(name)) module = argument;
      if (useOfDirective(name) === 'structured')
        return structuredTextCode(body, runs).map((piece) => placedAt(piece, index));
      return directiveCode({ name, argument, body: withFieldOptions(body), offset: index, module }, runs);
    },
  );
  return [...directives, ...roles(shown, tokens, runs), ...inlineCells(shown)];
}

/** `{name} argument`, and `{name, option=value}` of R Markdown. A class in braces, `{.python}`, names no directive. */
const opening = /(`{3,}|~{3,}|:{3,})[ \t]*\{[ \t]*((?![.#=])[^\s{},]+)(?:[ \t]*\}|(?=[\s,]))([^\n]*)/g;

function bodyFrom(text: string, from: number, mark: string): string {
  const close = new RegExp(`\\n[ \\t>]*${mark.charAt(0)}{${mark.length},}[ \\t]*\\r?(?=\\n|$)`, 'g');
  close.lastIndex = from;
  return text.slice(from, close.exec(text)?.index ?? text.length);
}

/** Options may be YAML between dashes: they are written as fields. */
function withFieldOptions(body: string): string {
  const block = /^\s*\n[ \t>]*---[ \t]*\n([\s\S]*?)\n[ \t>]*---[ \t]*(?:\n|$)/.exec(body);
  if (!block) return body;
  const fields = (block[1] ?? '').replace(/^([ \t>]*)([\w-]+)[ \t]*:/gm, '$1:$2:');
  return `${fields}\n${body.slice(block[0].length)}`;
}

/** Blanks fences that begin no directive, and the samples of directives for code. */
function withoutOtherFences(text: string, tokens: readonly PageToken[]): string {
  const fences = tokens.filter(({ type }) => type === 'codeFenced');
  const disputed = disputedFences(text, fences);
  const samples = fences.filter((fence) => {
    const name = /^(?:`{3,}|~{3,})[ \t]*\{[ \t]*((?![.#=])[^\s{},]+)/.exec(text.slice(fence.start, fence.end))?.[1];
    return (
      (name === undefined || useOfDirective(name) === 'sample') &&
      !disputed.has(fence) &&
      !isOutdented(text, fence) &&
      !isWithinFormula(text, fence)
    );
  });
  return blanked(text, samples);
}

/** Returns whether a fence that contains the beginning of a directive may begin within a formula, which ends elsewhere. */
function isWithinFormula(text: string, { start, end }: PageToken): boolean {
  if (!/\n[ \t>]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{/.test(text.slice(start, end))) return false;
  return /\$\$|\\begin\{/.test(text.slice(0, start));
}

function roles(shown: string, tokens: readonly PageToken[], runs: RunsWhere): CodePiece[] {
  // Over several lines it may be none: MyST ends paragraphs at lines that Markdown does not know.
  const samples = tokens.filter(
    ({ type, start, end }) => type === 'codeText' && !shown.slice(start, end).includes('\n'),
  );
  const found = shown.matchAll(/\{((?![.#=])[^\s{}]+)\}(`+)(?!`)([\s\S]*?)(?<!`)\2(?!`)/g);
  return [...found].flatMap(({ 1: name = '', 3: text = '', index }) => {
    const isSample = samples.some(({ start, end }) => index > start && index < end);
    return isSample ? [] : roleCode(name, text, { runs, offset: index });
  });
}

/** Returns the cells within lines of Quarto and R Markdown: `` `{python} 1 + 1` ``, `` `r 1 + 1` ``. */
function inlineCells(shown: string): CodePiece[] {
  return [...shown.matchAll(/`(?:\{(?:python|r|julia|ojs)\}|r)[ \t]+([^`\n]+)`/g)].flatMap(({ 0: code, index }) => [
    { kind: 'directive', runs: 'build', key: code, seek: code.slice(1, 9), offset: index } satisfies CodePiece,
  ]);
}
