/** A part of a page, in UTF-16 code units of its text. */
export interface Span {
  start: number;
  end: number;
}

/** A parsed page, as far as a question about it needs. */
export interface PageParts {
  frontMatter: (Span & { yaml: string }) | undefined;
  /** `text` is plain text, without markup. */
  headings: readonly (Span & { depth: number; text: string })[];
  /** Every span that is not prose, with its marks: blocks of code, inline code, tags, front matter, link targets. */
  code: readonly Span[];
  /** The plain text of the first paragraph of prose. */
  firstParagraph: string | undefined;
}

/** Parses a page; returns undefined for one that cannot be parsed within the limits. */
export type ParsePage = (path: string, text: string) => Promise<PageParts | undefined>;
