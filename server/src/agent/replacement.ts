/** What is looked for in texts, and what takes its place. */
export interface Replacement {
  find: string;
  replace: string;
  /** Whether `find` is a regular expression, matched line by line, and `replace` may name its groups: `$1`. */
  regex: boolean;
  ignoreCase: boolean;
  /** Whether it is found as whole words alone. */
  words: boolean;
}

/** A place of a text, and what is to stand there. */
export interface Place {
  start: number;
  end: number;
  text: string;
}

/** Finds the places of one replacement in texts. No pattern and no text holds up anything else meanwhile. */
export interface PlaceFinder {
  /**
   * The places of each text, in order; none are empty, and of an expression none goes over a line break.
   * @throws CopydeskError `invalid_request` for what cannot be replaced, more than `most` places in all, or when it takes
   * too long
   */
  find(texts: readonly string[], most: number): Promise<Place[][]>;
}
