import { openBudget } from '../unreadable.ts';

/** A part of a text that a template language reads: `{{ output }}` or `{% tag %}`. */
export interface TemplatePart {
  kind: 'output' | 'tag';
  /** The text between the delimiters, without the signs that trim white space. */
  inner: string;
  offset: number;
  end: number;
}

/**
 * Returns the templates of a text, as Jinja, Nunjucks and Liquid find them: from any opening, whatever surrounds it,
 * over as many lines as it takes, to the first end outside quotation marks, or to the first end at all: the languages
 * differ, so both are returned where they differ. What nobody ends is text.
 *
 * @throws UnreadableText if it takes too long.
 */
export function templateParts(text: string): TemplatePart[] {
  const budget = openBudget(text);
  const found: TemplatePart[] = [];
  const unclosed = new Set<string>();
  for (const { 0: opening, index } of text.matchAll(/\{\{|(?<!\{)\{%/g)) {
    const kind = opening === '{{' ? 'output' : 'tag';
    const close = kind === 'output' ? '}}' : '%}';
    const first = unclosed.has(close) ? -1 : text.indexOf(close, index + 2);
    if (first === -1) {
      unclosed.add(close);
      continue;
    }
    budget.spend(first - index);
    found.push(partAt(text, { kind, offset: index, end: first + 2 }));
    const quoted = endOutsideQuotes(text, { from: index + 2, close, budget });
    if (quoted === undefined || quoted === first) continue;
    budget.spend(quoted - index);
    found.push(partAt(text, { kind, offset: index, end: quoted + 2 }));
  }
  return found;
}

function partAt(text: string, { kind, offset, end }: Omit<TemplatePart, 'inner'>): TemplatePart {
  const inner = text.slice(offset + 2, end - 2).replace(/^[-+~]|[-+~]$/g, '');
  return { kind, inner: inner.trim(), offset, end };
}

function endOutsideQuotes(
  text: string,
  { from, close, budget }: { from: number; close: string; budget: ReturnType<typeof openBudget> },
): number | undefined {
  const piece = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\}\}|%\}/g;
  piece.lastIndex = from;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    if (match[0] === close) return match.index;
    budget.spend(match[0].length);
  }
  return undefined;
}

/** A token of an expression in a template. */
export interface TemplateToken {
  kind: 'name' | 'text' | 'number' | 'sign' | 'other';
  text: string;
}

/** Returns the tokens of an expression. What is no token of any template language is `other`. */
export function templateTokens(code: string): TemplateToken[] {
  // A regular expression of Nunjucks, `r/"/`, ends elsewhere than its quotation marks say.
  const plain = code.replace(/(?<![\w$])r\//g, 'r\\');
  return [...plain.matchAll(token)].map(({ 1: name, 2: quoted, 3: number, 4: sign, 0: all }) => {
    if (name !== undefined) return { kind: 'name', text: name };
    if (quoted !== undefined) return { kind: 'text', text: quoted.slice(1, -1) };
    if (number !== undefined) return { kind: 'number', text: number };
    return { kind: sign === undefined ? 'other' : 'sign', text: all };
  });
}

const token =
  /([\p{L}_$][\p{L}\p{N}_$-]*)|("[^"\\]*"|'[^'\\]*')|(\d[\d._]*)|(==|!=|<=|>=|<>|\/\/|\*\*|[.,:|()[\]+\-*/%~<>=!?])|\S/gu;
