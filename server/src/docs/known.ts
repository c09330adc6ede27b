/** A fact, or why it is unknown, as the end of "… because …". */
export type Known<T> =
  | { kind: 'known'; value: T }
  | { kind: 'refused'; message: string; /** Whether the text is certainly at fault. */ broken?: boolean };
