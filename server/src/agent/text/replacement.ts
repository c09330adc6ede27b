/** What to find in texts, and what to replace it with. */
export interface Replacement {
  find: string;
  replace: string;
  /** Whether `find` is a regular expression, matched line by line, and `replace` may refer to its groups: `$1`. */
  regex: boolean;
  ignoreCase: boolean;
  /** Whether only whole words match. */
  words: boolean;
}

/** A place in a text, and its replacement. */
export interface Place {
  start: number;
  end: number;
  text: string;
}

/** Finds the places of one replacement in texts. No pattern and no text blocks anything else meanwhile. */
export interface PlaceFinder {
  /**
   * Returns the places of each text, in order. None is empty, and a match of an expression never spans a line break.
   * @throws CopydeskError `invalid_request` when the pattern is invalid, when more than `most` places are found in all,
   *   or when it takes too long
   */
  find(texts: readonly string[], most: number): Promise<Place[][]>;
}
