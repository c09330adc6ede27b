import type { Dialect } from '../parse/page-facts.ts';
import { extensionOf } from '../text/paths.ts';

/** The notations by which a page contains more than text. */
export const codeNotations = [
  /** ESM and expressions of MDX. */
  'modules',
  /** Scripts, bindings and mustaches of Vue. */
  'vue',
  /** Expressions of Jinja and Nunjucks, also within code samples: they may call functions of Python and Node. */
  'macros',
  /** Tags and filters of Liquid: the site's own, called by name. */
  'templates',
  /** Shortcodes of Hugo: the site's own templates, called by name. */
  'shortcodes',
  /** Calls of preprocessors of mdBook. */
  'preprocessors',
  /** Directives and roles of Docutils and MyST, and cells of notebooks, that run or import something. */
  'directives',
  /** Includes of other files. Here only those of another site: all others are reported or refused on every site. */
  'includes',
  /** Elements of HTML: scripts, frames, event handlers. */
  'elements',
] as const;

export type CodeNotation = (typeof codeNotations)[number];

/** Where code runs: on the machine that builds the site, or in the browsers of its readers. */
export type RunsWhere = 'build' | 'reader';

/** Delimiters of templates that a site sets, each with the usual one; `unreadable` if its configuration computes them. */
export type TemplateMarks = readonly (readonly [own: string, usual: string])[] | 'unreadable';

/** Matches where a configuration names delimiters of templates: those of MyST, of MkDocs' macros, and of other plugins. */
export const delimiterSettings =
  /sub_delimiters|\bj2_\w+_string|\b(?:variable|block)_(?:start|end)_string|jinja_options/g;

/** Where the code in pages of a kind of site runs; `never` where the notation is plain text. */
export type CodeRules = Readonly<Record<Exclude<CodeNotation, 'includes'>, RunsWhere | 'never'>> & {
  readonly includes: RunsWhere;
  /** Components that the kind itself provides: importing them brings in nothing new. */
  readonly ownModules?: RegExp;
  /** Whether the framework may also run what it builds on a server, whenever a page is requested. */
  readonly serves?: boolean;
  readonly marks?: TemplateMarks;
  /** Whether templates in samples of code are text. Generators read them before they know what a sample is. */
  readonly samplesAreText?: boolean;
  /** Whether a builder reads pages of plain Markdown as MDX, too. */
  readonly mdxInMarkdown?: boolean;
};

/** A file of the docs with what is needed to tell what it runs. */
export interface CodeQuestion {
  text: string;
  path: string;
  dialect: Dialect;
  rules: CodeRules;
}

/** The rules of a kind that renders Markdown as it is. Pages of MDX are built by a program, whatever the kind. */
export const onlyElements: CodeRules = {
  modules: 'build',
  vue: 'never',
  macros: 'never',
  templates: 'never',
  shortcodes: 'never',
  preprocessors: 'never',
  directives: 'never',
  includes: 'build',
  elements: 'reader',
};

/** Returns rules by which a notation runs wherever it does by one of several rules. */
export function strictest(all: readonly CodeRules[]): CodeRules {
  const where = (notation: CodeNotation): RunsWhere | 'never' => {
    const found = new Set(all.map((rules) => rules[notation]));
    return found.has('build') ? 'build' : found.has('reader') ? 'reader' : 'never';
  };
  const joined = Object.fromEntries(codeNotations.map((notation) => [notation, where(notation)]));
  return {
    ...onlyElements,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has each of the notations
    ...(joined as Record<Exclude<CodeNotation, 'includes'>, RunsWhere | 'never'>),
    includes: 'build',
    samplesAreText: all.every(
      ({ samplesAreText, macros, templates }) =>
        samplesAreText === true || (macros === 'never' && templates === 'never'),
    ),
    mdxInMarkdown: all.some(({ mdxInMarkdown }) => mdxInMarkdown === true),
    serves: all.some(({ serves }) => serves === true),
  };
}

/** Returns whether a page is read as MDX, whatever its extension. */
export function isMdx(
  path: string,
  dialect: Dialect,
  { mdxInMarkdown = false }: Pick<CodeRules, 'mdxInMarkdown'> = {},
): boolean {
  return mdxInMarkdown || dialect.startsWith('mdx') || extensionOf(path) === '.mdx';
}
