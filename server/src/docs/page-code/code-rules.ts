import type { Dialect } from '../parse/page-facts.ts';
import { extensionOf } from '../text/paths.ts';

/** The notations by which a page contains more than text. */
export const codeNotations = [
  /** ESM and expressions of MDX. */
  'modules',
  /** Scripts, bindings and mustaches of Vue. */
  'vue',
  /** Calls in double braces, also within code samples, where the site sets up a plugin for them. */
  'macros',
  /** Shortcodes of Hugo and tags of Liquid: the site's own templates, called by name. */
  'templates',
  /** Directives of Docutils and MyST that run or import something. */
  'directives',
  /** Includes of other files. Here only those of another site: all others are reported or refused on every site. */
  'includes',
  /** Elements of HTML: scripts, frames, event handlers. */
  'elements',
] as const;

export type CodeNotation = (typeof codeNotations)[number];

/** Where code runs: on the machine that builds the site, or in the browsers of its readers. */
export type RunsWhere = 'build' | 'reader';

/** Where the code in pages of a kind of site runs; `never` where the notation is plain text. */
export type CodeRules = Readonly<Record<Exclude<CodeNotation, 'includes'>, RunsWhere | 'never'>> & {
  readonly includes: RunsWhere;
  /** Components that the kind itself provides: importing them brings in nothing new. */
  readonly ownModules?: RegExp;
  /** The text that the site's configuration must contain for macros to be evaluated. */
  readonly macrosNeed?: string;
  /** Other rules for repositories that contain a file: the configuration of a builder that is no kind of its own. */
  readonly beside?: readonly { file: RegExp; rules: Partial<Record<CodeNotation, RunsWhere>> }[];
};

/** The rules of a kind that renders Markdown as it is. */
export const onlyElements: CodeRules = {
  modules: 'reader',
  vue: 'never',
  macros: 'never',
  templates: 'never',
  directives: 'never',
  includes: 'build',
  elements: 'reader',
};

/** The rules of a kind whose pages are MDX, which runs when the site is built. */
export const builtMdx: CodeRules = { ...onlyElements, modules: 'build' };

/** Returns whether a page is read as MDX, whatever its extension. */
export function isMdx(path: string, dialect: Dialect): boolean {
  return dialect.startsWith('mdx') || extensionOf(path) === '.mdx';
}
