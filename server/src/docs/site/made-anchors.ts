/** A doubt that is not about every anchor. */
export interface TakenInDoubt {
  because: string;
  /** Which anchors it could be, whatever the site's links tell. */
  couldMake?: (anchor: string) => boolean;
  /** Which anchors it may be, of which the site's links tell the rest. */
  mayMake?: (anchor: string) => boolean;
}

/** A template that makes anchors of what it is given, and of nothing else. */
export interface TemplateAnchors {
  /** What its ids begin with. */
  prefixes: string[];
  /** All words of its text, which its ids may have too. */
  words: ReadonlySet<string>;
}
