/** A page of a change, as it was or as it is. */
export interface PageSeen {
  path: string;
  text: string;
  links: LinkSeen[];
}

/** A link with where it stands in its page. */
export interface LinkSeen {
  path: string;
  line: number;
  start: number;
  end: number;
  target: string;
  /** '' where it has none of its own, as an element's. */
  label: string;
  /** Those of its line, without targets. */
  words: string;
  /** Whether it is `[label]: target`, which other places of its page name. */
  isDefinition: boolean;
}
