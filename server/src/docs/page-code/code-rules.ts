import type { Dialect } from '../parse/page-facts.ts';
import { extensionOf } from '../paths.ts';

/** What in a page is more than text, by how it is written. */
export const codeNotations = [
  /** ESM and expressions of MDX. */
  'modules',
  /** Scripts, bindings and mustaches of Vue. */
  'vue',
  /** Calls between double braces, in code samples too, where the site sets up a plugin for them. */
  'macros',
  /** Shortcodes of Hugo and tags of Liquid: templates of the site's own, by name. */
  'templates',
  /** Directives of Docutils and MyST that run or import something. */
  'directives',
  /** What pages take in of other files: of another site here, since others are told or refused on every site. */
  'includes',
  /** Elements of HTML: scripts, frames, event handlers. */
  'elements',
] as const;

export type CodeNotation = (typeof codeNotations)[number];

/** Where it runs: on the machine that builds the site, or in the browsers of its readers. */
export type RunsWhere = 'build' | 'reader';

/** What runs in the pages of a kind of site; `never` where it is text there. */
export type CodeRules = Readonly<Record<Exclude<CodeNotation, 'includes'>, RunsWhere | 'never'>> & {
  readonly includes: RunsWhere;
  /** Components that the kind itself brings: whoever imports them brings nothing. */
  readonly ownModules?: RegExp;
  /** What the site's configuration must name for macros to be read. */
  readonly macrosNeed?: string;
  /** Other rules where the repository has a file: the configuration of a builder that is no kind of its own. */
  readonly beside?: readonly { file: RegExp; rules: Partial<Record<CodeNotation, RunsWhere>> }[];
};

/** Of a kind that shows Markdown as it is. */
export const onlyElements: CodeRules = {
  modules: 'reader',
  vue: 'never',
  macros: 'never',
  templates: 'never',
  directives: 'never',
  includes: 'build',
  elements: 'reader',
};

/** Of a kind whose pages are MDX, which runs when the site is built. */
export const builtMdx: CodeRules = { ...onlyElements, modules: 'build' };

/** Whether a page is read as MDX, whatever its ending. */
export function isMdx(path: string, dialect: Dialect): boolean {
  return dialect.startsWith('mdx') || extensionOf(path) === '.mdx';
}
