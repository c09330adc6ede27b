/** What looks like a credential, in UTF-16 code units of the text that it stands in. */
export interface Credential {
  /** The name of the rule that found it, such as `github` or `assigned-value`. */
  rule: string;
  start: number;
  end: number;
}
