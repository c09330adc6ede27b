/** A doubt that is about the page itself, or about some anchors alone. */
export interface TakenInDoubt {
  because: string;
  /** Which anchors it is about; all where absent. */
  mayMake?: (anchor: string) => boolean;
  /** Whether it stands whatever the site's own links tell. */
  stands?: boolean;
}

/** A template that makes anchors of what it is given, and of nothing else. */
export interface TemplateAnchors {
  /** What its ids begin with. */
  prefixes: string[];
  /** All words of its text, which its ids may have too. */
  words: ReadonlySet<string>;
}
