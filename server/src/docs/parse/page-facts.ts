import type { Page, Span } from '../tree.ts';

/**
 * How a file is read: `pymdown` is Python-Markdown with its indented blocks; `mdx-tolerant` forgives what is no MDX;
 * `templates` is Markdown with shortcodes of Hugo or with Liquid in it; `myst` is Sphinx's, with roles and directives.
 */
export type Dialect = 'markdown' | 'pymdown' | 'templates' | 'myst' | 'mdx' | 'mdx-tolerant';

export type PageLink = Page['links'][number] & {
  /** Whether the target is shown as an image. */
  image: boolean;
  /** Where the text between the brackets stands, for links and images of Markdown. */
  label?: Span;
  /** Name of a definition, as CommonMark folds it. */
  identifier?: string;
  /** Names of the HTML or JSX element and of its attribute, for attributes. */
  element?: string;
  attribute?: string;
};

export type PageHeading = Page['headings'][number] & {
  /** What `{#id}`, `{: #id}` or `{/* #id *\/}` gave the heading. */
  id?: string;
  /** The text with what images in it say instead of showing; absent when there are none. */
  textWithImages?: string;
};

/** `[text][name]`, `[name][]` or `[name]`, where the page defines the name. */
export interface PageReference extends Span {
  identifier: string;
  label: Span;
  image: boolean;
}

/** Something that keeps a page from being read as it was meant. */
export interface PageFault {
  rule: 'mdx-parse' | 'front-matter-yaml';
  /** UTF-16 offset in the text. */
  offset: number;
  message: string;
}

/** All that one precise parse of a page tells; a {@link Page} and what only docs/ needs. */
export interface PageFacts extends Page {
  headings: PageHeading[];
  links: PageLink[];
  references: PageReference[];
  /** Paths that MDX imports. */
  imports: { target: string; span: Span }[];
  /** Paths that `<script>` elements import, as pages of Vue do. */
  scriptImports: { target: string; span: Span }[];
  /** Attributes of components and elements, but for links and images, that name a file to be shown or played. */
  files: { target: string; span: Span; element: string }[];
  /** `id` and `name` of elements. */
  ids: string[];
  /** Components (elements whose names begin with a capital or hold a dot or a dash) and the titles given to them. */
  components: { name: string; titles: string[] }[];
  /** Scalars of the front matter's top level; undefined when it is no mapping. */
  data: Record<string, string | number | boolean | null> | undefined;
  faults: PageFault[];
}

/** A token of micromark with its offsets in the text, whatever extension it comes from. */
export interface PageToken {
  type: string;
  start: number;
  end: number;
}
