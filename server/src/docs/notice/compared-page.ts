/** A page of a change, before or after it. */
export interface ComparedPage {
  path: string;
  text: string;
  links: ComparedLink[];
}

/** A link with its position in its page. */
export interface ComparedLink {
  path: string;
  line: number;
  start: number;
  end: number;
  target: string;
  /** '' for a link without a label of its own, such as that of an HTML element. */
  label: string;
  /** The words of its line, without link targets. */
  words: string;
  /** Whether it is `[label]: target`, which other places of the page reference. */
  isDefinition: boolean;
}
