/** A doubt about the page itself, or about some anchors only. */
export interface InclusionDoubt {
  because: string;
  /** Returns whether the doubt is about an anchor. Default: it is about all. */
  mayMake?: (anchor: string) => boolean;
  /** Whether the doubt remains whatever the site's own links show. */
  stands?: boolean;
}

/** A template whose anchors come only from its arguments. */
export interface TemplateAnchors {
  /** The prefixes of its ids. */
  prefixes: string[];
  /** All words of its text, which its ids may contain too. */
  words: ReadonlySet<string>;
}
