/** Something of a page that a reader of its text does not get as people do. */
export interface LostPart {
  /**
   * `tabs`: people choose one, the text has all in a row. `image`: only its words remain. `frame`: a video or another
   * page within it. `component`: what a program shows in its place. `include`: text from another file. `computed`: an
   * expression.
   */
  kind: 'tabs' | 'image' | 'frame' | 'component' | 'include' | 'computed';
  /** From 1, in the source of the page. */
  line: number;
  /** The component, the image's address, the file, or the beginning of the expression. */
  name: string;
}

/** A {@link LostPart} at a UTF-16 offset of the page. */
export interface LostAt {
  kind: LostPart['kind'];
  at: number;
  name: string;
}
