import type { TextEdit } from '../../text/lines.ts';

/** `[name]: target` or `[^name]: note`, with all its lines. */
export interface Definition {
  start: number;
  end: number;
  /** The key by which it is found; those of footnotes begin with `^`. */
  key: string;
  /** The span of its name. */
  name: { start: number; end: number };
}

/** A place that needs a definition, and the edit that renames it. */
export interface Use {
  start: number;
  key: string;
  renamed(name: string): TextEdit;
}

export interface Named {
  definitions: Definition[];
  uses: Use[];
}
