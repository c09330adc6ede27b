import type { CodeRules, RunsWhere } from '../code-rules.ts';
import { collapseSpace, includedPiece, longestWordOf, placedAt, type CodePiece } from '../piece.ts';
import { htmlCode } from './html.ts';
import { unreadablePiece } from '../unreadable.ts';
import { templateParts, templateTokens, type TemplatePart, type TemplateToken } from './template-tokens.ts';

/**
 * Returns the shortcodes, tags and expressions of templates. They are read in code samples, too, unless the rules say
 * that no configuration of a generator is there to read them at all.
 */
export function templateCode(text: string, rules: CodeRules): CodePiece[] {
  const { marks = [] } = rules;
  if (marks === 'unreadable') return [unreadablePiece('the site computes the delimiters of its templates', text)];
  if (marks.length === 0) return usualCode(text, rules);
  // The lengths may differ, so a place is right to its line.
  const hasOwnTags = marks.some(([, mark]) => mark.includes('{%'));
  const plain = hasOwnTags ? text.replaceAll('{%', '((') : text;
  const usual = marks.reduce((all, [own, mark]) => all.replaceAll(own, mark), plain);
  return [...usualCode(text, rules), ...usualCode(usual, rules)];
}

function usualCode(text: string, rules: CodeRules): CodePiece[] {
  return [
    ...(rules.shortcodes === 'never' ? [] : shortcodes(text, rules.shortcodes)),
    ...(rules.preprocessors === 'never' ? [] : preprocessed(text, rules.preprocessors)),
    ...(rules.macros === 'never' && rules.templates === 'never' ? [] : expressions(text, rules)),
  ];
}

/**
 * Returns elements and addresses that templates compute in part, and those that are there once the templates are gone:
 * `<{{ name }}`, `<scr{# #}ipt>`, `](java{{ x }}script:`.
 */
export function computedMarkup(text: string): CodePiece[] {
  if (!/\{[{%#]/.test(text)) return [];
  const computed = text.matchAll(
    /<\/?[\w:-]*(?:\{\{|\{%|\{#)[^\n]{0,200}|(?:\]\(|\]:|=)\s*["'<]?\s*(?:[a-z]{0,10}(?:\{\{(?:(?!\}\})[^\n])*\}\}|\{%(?:(?!%\})[^\n])*%\}|\{#(?:(?!#\})[^\n])*#\}))+[a-z]{0,10}:[^\n]{0,100}/gi,
  );
  const pieces = Array.from(computed, ({ 0: code, index }): CodePiece => {
    return {
      kind: 'script',
      runs: 'reader',
      key: `computed ${collapseSpace(code)}`,
      seek: longestWordOf(code),
      offset: index,
    };
  });
  const left = text.replace(/\{#(?:(?!#\})[\s\S])*#\}|\{%(?:(?!%\})[\s\S])*%\}|\{\{(?:(?!\}\})[\s\S])*\}\}/g, '');
  const known = new Set(htmlCode(text).map(({ key }) => key));
  const revealed = htmlCode(left).filter(
    ({ key, kind }) => !known.has(key) && (kind === 'script' || kind === 'handler' || kind === 'embed'),
  );
  return [...pieces, ...revealed.map((piece) => placedAt(piece, 0))];
}

/**
 * Returns each shortcode of Hugo by its name alone: what runs is the site's own template of that name. An inline
 * shortcode is a template that the page itself contains (gohugo.io/content-management/shortcodes, inline).
 */
function shortcodes(text: string, runs: RunsWhere): CodePiece[] {
  const found = text.matchAll(/\{\{([<%])(?!\s*\/\*)\s*-?\s*\/?\s*([^\s<>%}"'=]+)/g);
  return [...found].flatMap(({ 2: name = '', index }): CodePiece[] => {
    if (name.endsWith('.inline')) {
      const end = text.indexOf('}}', text.indexOf('.inline', index + 8));
      const key = `inline shortcode ${collapseSpace(text.slice(index, end === -1 ? text.length : end))}`;
      return [{ kind: 'template', runs: 'build', key, seek: name, offset: index }];
    }
    if (name === 'highlight') return highlightCode(text.slice(index, text.indexOf('}}', index) + 2), index);
    return builtInShortcodes.has(name) ? [] : [named(name, runs, index)];
  });
}

/** Options of `highlight` reach the page unchanged: gohugo.io/shortcodes/highlight */
function highlightCode(written: string, offset: number): CodePiece[] {
  if (!/[<>][^%]*[<>]|&|on\w+\s*=/i.test(written.slice(3, -3))) return [];
  const key = `highlight ${collapseSpace(written)}`;
  return [{ kind: 'script', runs: 'reader', key, seek: 'highlight', offset }];
}

/** gohugo.io/shortcodes */
const builtInShortcodes = new Set('figure highlight ref relref param details qr'.split(' '));

/** Returns the calls of mdBook's preprocessors that its own do not know: rust-lang.github.io/mdBook/format/mdbook.html */
function preprocessed(text: string, runs: RunsWhere): CodePiece[] {
  const found = text.matchAll(/(?<!\\)\{\{\s*#\s*([\w-]+)|<!--+\s*(cmdrun)\b[\s\S]*?(?:-->|$)/g);
  return [...found].flatMap(({ 0: all, 1: name = '', 2: command, index }): CodePiece[] => {
    if (command !== undefined)
      return [{ kind: 'directive', runs: 'build', key: collapseSpace(all), seek: longestWordOf(all), offset: index }];
    return /^(?:include|rustdoc_include|playground|title|template|shiftinclude)$/.test(name)
      ? []
      : [named(name, runs, index)];
  });
}

function named(name: string, runs: RunsWhere, offset: number): CodePiece {
  return { kind: 'template', runs, key: `template ${name}`, seek: longestWordOf(name), offset };
}

/** Returns what templates of Jinja, Nunjucks, Liquid, Tera and Twig compute, apart from showing values. */
function expressions(text: string, { macros, templates }: CodeRules): CodePiece[] {
  if (!/\{[{%]/.test(text)) return [];
  const runs = macros === 'build' || templates === 'build' ? 'build' : 'reader';
  const raw = rawRanges(text);
  return templateParts(text).flatMap((part) => {
    const isRaw = raw.some(({ start, end }) => part.offset >= start && part.end <= end);
    if (isRaw && !readsFile.test(part.inner)) return [];
    return part.kind === 'tag' ? tagCode(part, { runs, templates, macros }) : outputCode(part, runs);
  });
}

/**
 * Between these tags, templates are text, up to the first end. An opening behind another opening without an end is no such
 * tag.
 */
function rawRanges(text: string): { start: number; end: number }[] {
  if (!/\{%[-+]?\s*(?:raw|verbatim)/.test(text)) return [];
  return [
    ...text.matchAll(/\{%[-+]?\s*(raw|verbatim)\s*[-+]?%\}(?:(?!\{%[-+]?\s*end\1)[\s\S])*\{%[-+]?\s*end\1\s*[-+]?%\}/g),
  ].flatMap(({ 0: all, index }) => {
    const before = text.slice(0, index);
    const isOpen = ['{{', '{%', '{#'].some(
      (open, at) => before.lastIndexOf(open) > before.lastIndexOf(['}}', '%}', '#}'][at] ?? ''),
    );
    return isOpen || all.includes('endcomment') ? [] : [{ start: index + 2, end: index + all.length }];
  });
}

/** Calls that a plugin of MkDocs looks for by itself, also where templates are text: timvink.github.io/mkdocs-table-reader-plugin */
const readsFile = /\b(?:pd_)?read_\w+\s*\(/;

/** What cannot begin an expression of any of these languages: other notations in double braces. */
const otherNotation = /^[<%#/!&^=*>@]|^\s*$/;

function outputCode({ inner, offset }: TemplatePart, runs: RunsWhere): CodePiece[] {
  if (otherNotation.test(inner)) return [];
  const unknown = unknownFilters(inner);
  if (unknown === undefined) return [macro(inner, runs, offset)];
  return unknown.map((name) => named(`| ${name}`, runs, offset));
}

function macro(code: string, runs: RunsWhere, offset: number): CodePiece {
  const key = `macro ${macroKey(collapseSpace(code))}`;
  return { kind: 'template', runs, key, seek: longestWordOf(code), offset };
}

/** Returns the key of a macro: `macro("a")` is the same call as `macro("b")`, unless it runs or reads what it names. */
function macroKey(code: string): string {
  const call = /^([\w.]+)\((?:\s*(?:\w+\s*=\s*)?(?:"[^"\\{}]*"|'[^'\\{}]*'|\d+|true|false)\s*,?)*\)$/i.exec(code)?.[1];
  if (call === undefined || call.includes('__') || power.test(call)) return code;
  return `${call}(…)`;
}

/** Parts of names of what may run its text, or read a file that it names. */
export const power =
  /exec|eval|run|shell|bash|cmd|command|system|spawn|open|read|load|file|include|import|fetch|url|program/i;

/** Names by which a value gives access to the program around the template. */
const access =
  /^(?:_.*|.*__.*|constructor|prototype|mro|subclasses|builtins|gi_frame|gi_code|cr_frame|f_globals|func_globals|process|require|module|exports|attr)$/;

/**
 * Returns the filters of an expression that no language provides itself; undefined if the expression does anything else
 * than showing, comparing and joining values.
 */
function unknownFilters(code: string): string[] | undefined {
  const tokens = templateTokens(code);
  const filters: string[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'other' || (kind === 'text' && !isPlainText(tokens, index))) return undefined;
    if (kind === 'name' && access.test(text)) return undefined;
    if (kind === 'sign' && (text === '(' || text === '[') && !isPlainBracket(tokens, index)) return undefined;
    if (kind === 'sign' && text === '|') {
      const filter = tokens[index + 1];
      if (filter?.kind !== 'name') return undefined;
      if (plainFilters.has(filter.text)) continue;
      if (power.test(filter.text)) return undefined;
      filters.push(filter.text);
    }
  }
  return filters;
}

/**
 * Returns whether a text of an expression is words alone, and not a part of another text: joined or changed texts may
 * become elements, addresses, or directives of the page.
 */
function isPlainText(tokens: readonly TemplateToken[], index: number): boolean {
  const text = tokens[index]?.text ?? '';
  const isJoined = [tokens[index - 1], tokens[index + 1]].some(
    (one) => one?.kind === 'sign' && /^[~+*.]$/.test(one.text),
  );
  return (
    !isJoined &&
    !/[<>{}[\]`|\\]|\p{L}\s*:|^\s*:\s*[\w(]|:{3}|~{3}|--8|^\s*@|%[\da-f]{2}/iu.test(text.replaceAll(/%-?\p{L}/gu, ''))
  );
}

/**
 * Returns whether a bracket only groups, lists values, gives a filter its values, or takes a value by a number or a plain
 * name. A word such as `in` joins two values: without one before it, it may be a name as well, and is called.
 */
function isPlainBracket(tokens: readonly TemplateToken[], index: number): boolean {
  const before = tokens[index - 1];
  if (tokens[index]?.text === '[') {
    if (!isOperand(before)) return true;
    const inner = tokens[index + 1];
    const isPlain = inner?.kind === 'number' || (inner?.kind === 'text' && !access.test(inner.text));
    return isPlain && tokens[index + 2]?.text === ']';
  }
  if (before?.kind !== 'name') return !isOperand(before);
  if (tokens[index - 2]?.text === '|' || before.text === 'not') return true;
  return joining.has(before.text) && isOperand(tokens[index - 2]);
}

/** Whether a token ends a value. */
function isOperand(token: TemplateToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'sign') return /^[)\]]$/.test(token.text);
  return token.kind !== 'name' || (!joining.has(token.text) && token.text !== 'not');
}

const joining = new Set('and or in is if else'.split(' '));

/** Filters of Jinja, Liquid and Nunjucks that only format: those that call or look up attributes are left out. */
const plainFilters = new Set(
  (
    'abs append at_least at_most capitalize ceil center compact concat count cycle date date_to_long_string date_to_rfc822 ' +
    'date_to_string date_to_xmlschema default divided_by downcase dump e escape escape_once filesizeformat first float floor ' +
    'forceescape indent int join jsonify json last length limit list lower lstrip minus modulo newline_to_br nl2br normalize_whitespace ' +
    'number_of_words plus prepend remove remove_first replace replace_first reverse round rstrip size slice slugify sort ' +
    'split string strip strip_html strip_newlines striptags sum tags times title tojson trim truncate truncatewords uniq unique ' +
    'upcase upper url_decode url_encode urlencode urlize wordcount wordwrap relative_url absolute_url cgi_escape uri_escape ' +
    'xml_escape array_to_sentence_string smartify localize translate markdownify'
  ).split(' '),
);

interface TagRules {
  runs: RunsWhere;
  macros: CodeRules['macros'];
  templates: CodeRules['templates'];
}

function tagCode({ inner, offset }: TemplatePart, { runs, macros, templates }: TagRules): CodePiece[] {
  const [, name = '', rest = ''] = /^([\w-]+)\s*([\s\S]*)$/.exec(inner) ?? [];
  if (name === '') return otherNotation.test(inner) ? [] : [macro(inner, runs, offset)];
  if (name.startsWith('end') && rest.trim() === '') return [];
  // Paths of pages: jekyllrb.com/docs/liquid/tags
  if (/^(?:link|post_url)$/.test(name) && /^[\w./ {}-]*$/.test(rest) && !rest.includes('__')) return [];
  if (plainTags.has(name) || name === 'filter') {
    const unknown = unknownFilters(name === 'filter' ? `x | ${rest}` : rest);
    if (unknown === undefined) return [macro(inner, runs, offset)];
    return unknown.map((filter) => named(`| ${filter}`, runs, offset));
  }
  const isPlain = !/[(){}[\]`\\$]|__/.test(name.startsWith('include') ? rest.replace(/=\s*"[^"{}<>]*"/g, '=""') : rest);
  const file = /^include(?:-markdown|_relative|_cached)?$/.test(name)
    ? /^(["'])([^"']+)\1\s*$/.exec(rest)?.[2]
    : undefined;
  if (file !== undefined && macros !== 'never') return [includedPiece(file, offset)];
  if (/^include(?:_cached)?$|^render$/.test(name) && macros === 'never' && isPlain)
    return [named(`include ${rest.trim().split(/\s/)[0] ?? ''}`, templates === 'never' ? runs : templates, offset)];
  if (/^include_relative$/.test(name)) {
    return [includedPiece(rest.trim().split(/\s/)[0] ?? '', offset)];
  }
  if (isPlain && !power.test(name) && !/^(?:import|from|extends|call|do|macro|asyncEach|asyncAll)$/.test(name))
    return [named(name, templates === 'never' ? runs : templates, offset)];
  return [macro(inner, runs, offset)];
}

/** Tags that only show, compare and set values: their expressions are read. */
const plainTags = new Set(
  (
    'assign set capture case when comment cycle for if elif else elsif elseif unless increment decrement break continue tablerow ' +
    'liquid echo link post_url raw verbatim block with autoescape trans pluralize switch highlight ' +
    // GitBook's own: gitbook.com/docs, blocks
    'hint tabs tab content-ref embed code file api-method api-method-request api-method-response swagger openapi stepper step columns column'
  ).split(' '),
);
