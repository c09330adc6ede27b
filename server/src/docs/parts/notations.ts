import { patternFinder, mystDirectives, snippetBlocks, type Finder, type Found } from './find.ts';
import { hasDocFxPart } from './snippet-parts.ts';

/** Where a target is searched that does not begin with a slash or a sign. */
type Base =
  /** The folder of the page. */
  | 'page'
  /** The folder of the pages. */
  | 'content'
  /** The folder of the site's configuration. */
  | 'root'
  /** The top of the repository. */
  | 'top'
  /** Folders that the site's configuration names. */
  | 'named';

/** A notation that includes another file in a page. */
export interface IncludeNotation {
  name: string;
  find: Finder;
  /** All places that are searched; the target is missing if it is in none of them. */
  bases: Base[];
  /** Folders within each base. */
  folders?: string[];
  /** A leading sign that means another base: `@/a` in VitePress, `~/a` in DocFX. */
  rooted?: { sign: string; base: Base };
  /**
   * Whether a file that is in none of the places is certainly missing. Otherwise the site's own includes must confirm
   * the places.
   */
  sure: boolean;
  /** Returns whether a file has the named part, if the notation names parts. */
  hasPart?: (text: string, part: string) => boolean;
  /** What the site's configuration must name for the notation to have a meaning. */
  needs?: 'pymdownx.snippets' | 'include-markdown';
}

/** An include as written in a page. */
export interface Include extends Found {
  notation: IncludeNotation;
}

/** Returns the includes of a page in some notations. Pure; linear in the text. */
export function includesOf(notations: readonly IncludeNotation[], text: string): Include[] {
  return notations
    .flatMap((notation) => notation.find(text).map(({ target, span, part }) => ({ target, span, part, notation })))
    .toSorted((a, b) => a.span.start - b.span.start);
}

/** Returns all targets that any notation may find in a text: at least the real ones, possibly more. */
export function roughIncludes(text: string): string[] {
  const notations: IncludeNotation[] = Object.values(includeNotations).flat();
  const finders = new Set(notations.map(({ find }) => find));
  return [...finders].flatMap((find) => find.rough?.(text) ?? find(text).map(({ target }) => target));
}

const jinja = /\{%-?\s*(?:include-markdown|include)\s+(?<quote>["'])(?<target>[^"'\n]{1,200})\k<quote>/g;
const jinjaInclude = patternFinder('{%', jinja);
const jinjaInProse = patternFinder('{%', jinja, 'prose');

/** The notations of each kind of site. */
export const includeNotations = {
  vitepress: [
    {
      name: '<!--@include-->',
      find: patternFinder(
        '@include:',
        /<!--[ \t]*@include:[ \t]*(?<target>[^\s{}#>]{1,200}?)(?=[\s{}#]|-->)/g,
        'prose',
      ),
      bases: ['page'],
      rooted: { sign: '@', base: 'content' },
      sure: true,
    },
    {
      name: '<<<',
      find: patternFinder('<<<', /^[ \t]{0,8}<<<[ \t]*(?<target>[^\s{}#[\]<]{1,200})/gm, 'prose'),
      bases: ['page'],
      rooted: { sign: '@', base: 'content' },
      sure: true,
    },
  ],
  mkdocs: [
    {
      name: '--8<--',
      find: patternFinder('8<--', /^[ \t]*-+8<-+[ \t]+(?<quote>["'])(?<target>[^"'\n]{1,200})\k<quote>/gm),
      bases: ['named'],
      sure: true,
      needs: 'pymdownx.snippets',
    },
    { name: '--8<--', find: snippetBlocks, bases: ['named'], sure: true, needs: 'pymdownx.snippets' },
    {
      name: '{% include-markdown %}',
      find: jinjaInclude,
      bases: ['page', 'content', 'root'],
      rooted: { sign: '/', base: 'content' },
      sure: true,
      needs: 'include-markdown',
    },
    {
      name: '{! !}',
      find: patternFinder('{!', /\{![ \t]{0,9}(?<target>[^\s!{}]{1,200})[^{}\n]{0,100}!\}/g),
      bases: ['page', 'content', 'root', 'top'],
      sure: false,
    },
  ],
  mdbook: [
    {
      name: '{{#include}}',
      find: patternFinder(
        '{{#',
        /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen|template)[ \t]+(?<target>[^\s{}:]{1,200})/g,
      ),
      bases: ['page'],
      sure: true,
    },
  ],
  mintlify: [
    {
      name: '<Snippet file>',
      find: patternFinder('<Snippet', /<Snippet\s+file=(?<quote>["'])(?<target>[^"'\n]{1,200})\k<quote>/g, 'prose'),
      bases: ['root'],
      folders: ['snippets', '_snippets'],
      sure: true,
    },
  ],
  gitbook: [{ name: '{% include %}', find: jinjaInProse, bases: ['page'], sure: true }],
  sphinx: [
    {
      name: '{include}',
      find: mystDirectives,
      bases: ['page'],
      rooted: { sign: '/', base: 'content' },
      sure: true,
    },
  ],
  hugo: [
    {
      name: 'include',
      find: patternFinder(
        '{{',
        /\{\{[<%][ \t]*(?:include|readfile|code-include)[ \t]+(?:file=)?(?<quote>["'])(?<target>[^"'\n]{1,200})\k<quote>/g,
      ),
      bases: ['page', 'content', 'root'],
      folders: ['', '_includes', 'includes'],
      rooted: { sign: '/', base: 'root' },
      sure: false,
    },
  ],
  jekyll: [
    {
      name: '{% include_relative %}',
      find: patternFinder('{%', /\{%-?\s*include_relative\s+(?<target>[^\s{}%"']{1,200})/g, 'liquid'),
      bases: ['page'],
      sure: true,
    },
    {
      // Themes provide includes of their own.
      name: '{% include %}',
      find: patternFinder('{%', /\{%-?\s*include\s+(?<target>[^\s{}%"']{1,200})/g, 'liquid'),
      bases: ['root', 'content'],
      folders: ['_includes'],
      sure: false,
    },
  ],
  docfx: [
    {
      name: '[!INCLUDE]',
      find: patternFinder(
        '[!',
        /\[!(?:include|code(?:-[\w+#]+)?)[ \t]*\[[^\]\n]{0,100}\][ \t]*\([ \t]*(?<target>[^\s()?#]{1,200})(?<part>[?#][^\s()]{1,200})?/gi,
        'prose',
      ),
      bases: ['page'],
      rooted: { sign: '~', base: 'root' },
      sure: true,
      hasPart: hasDocFxPart,
    },
  ],
  docsify: [
    {
      name: ':include',
      find: patternFinder(
        ':include',
        /\]\((?<target>[^\s()]{1,200})[ \t]+(?<quote>["']):include[^"'\n]{0,100}\k<quote>\)/g,
        'prose',
      ),
      bases: ['page', 'content', 'root'],
      rooted: { sign: '/', base: 'content' },
      sure: true,
    },
  ],
  fumadocs: [
    {
      name: '<include>',
      find: patternFinder('<include', /<include(?:\s[^<>]{0,100})?>\s*(?<target>[^\s<>#]{1,200})/g, 'prose'),
      bases: ['page', 'root', 'top'],
      sure: true,
    },
  ],
} satisfies Record<string, IncludeNotation[]>;
