/** A possible credential, in UTF-16 code units of its text. */
export interface Credential {
  /** The name of the rule that found it, such as `github` or `assigned-value`. */
  rule: string;
  start: number;
  end: number;
}
