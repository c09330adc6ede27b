/** A fact, or why there is none, as the end of "… because …". */
export type Known<T> =
  | { kind: 'known'; value: T }
  | { kind: 'refused'; message: string; /** Whether the text is surely at fault. */ broken?: boolean };
