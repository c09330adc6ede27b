import type { TextEdit } from '../../lines.ts';

/** `[name]: target` or `[^name]: note`, with its lines. */
export interface Definition {
  start: number;
  end: number;
  /** What it is found by; those of notes begin with `^`. */
  key: string;
  /** Where its name stands. */
  name: { start: number; end: number };
}

/** A place that needs a definition, and what gives it another name. */
export interface Use {
  start: number;
  key: string;
  renamed(name: string): TextEdit;
}

export interface Named {
  definitions: Definition[];
  uses: Use[];
}
