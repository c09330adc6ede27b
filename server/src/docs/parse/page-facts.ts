import type { Page, Span } from '../tree.ts';

/**
 * How a file is read: `pymdown` is Python-Markdown with its indented blocks; `mdx-tolerant` accepts what is not valid
 * MDX; `templates` is Markdown with shortcodes of Hugo or with Liquid; `myst` is Markdown of Sphinx with roles and
 * directives.
 */
export type Dialect = 'markdown' | 'pymdown' | 'templates' | 'myst' | 'mdx' | 'mdx-tolerant';

export type PageLink = Page['links'][number] & {
  /** Whether the target is shown as an image. */
  image: boolean;
  /** The span of the text between the brackets, for links and images of Markdown. */
  label?: Span;
  /** The name of a definition, normalised as in CommonMark. */
  identifier?: string;
  /** The name of the HTML or JSX element and of its attribute, for links in attributes. */
  element?: string;
  attribute?: string;
};

export type PageHeading = Page['headings'][number] & {
  /** What `{#id}`, `{: #id}` or `{/* #id *\/}` gave the heading. */
  id?: string;
  /** The text including the alternative texts of its images; absent if it has none. */
  textWithImages?: string;
};

/** `[text][name]`, `[name][]` or `[name]`, where the page defines the name. */
export interface PageReference extends Span {
  identifier: string;
  label: Span;
  image: boolean;
}

/** An error that prevents a page from being read as its author meant it. */
export interface PageFault {
  rule: 'mdx-parse' | 'front-matter-yaml';
  /** UTF-16 offset in the text. */
  offset: number;
  message: string;
}

/** The result of one precise parse of a page: a {@link Page}, and what only docs/ needs. */
export interface PageFacts extends Page {
  headings: PageHeading[];
  links: PageLink[];
  references: PageReference[];
  /** Paths in imports of MDX. */
  imports: { target: string; span: Span }[];
  /** Paths in imports of `<script>` elements, as in pages of Vue. */
  scriptImports: { target: string; span: Span }[];
  /** Attributes of components and elements, except links and images, that name a file to show or play. */
  files: { target: string; span: Span; element: string }[];
  /** `id` and `name` of elements. */
  ids: string[];
  /** Components (elements whose names begin with a capital letter or contain a dot or a dash) and their titles. */
  components: { name: string; titles: string[] }[];
  /** Scalars of the front matter's top level; undefined if it is not a mapping. */
  data: Record<string, string | number | boolean | null> | undefined;
  faults: PageFault[];
}

/** A token of micromark or one of its extensions, with its offsets in the text. */
export interface PageToken {
  type: string;
  start: number;
  end: number;
}
