import type { RunsWhere } from './code-rules.ts';

/** What a piece of code in a page is, as a closed set. */
export type CodeKind =
  | 'import'
  | 'call'
  | 'script'
  | 'handler'
  | 'address'
  | 'embed'
  | 'directive'
  | 'template'
  | 'include'
  /** An include of what is none of the repository's. */
  | 'outside'
  | 'setting'
  | 'unreadable'
  /** A file of a kind that is not looked into. */
  | 'unread'
  /** A link or an image leads to a host. */
  | 'host'
  /** Readers are told to install something. */
  | 'command';

/** Something in a page, or in data of the docs, that runs or brings something that runs. */
export interface CodePiece {
  kind: CodeKind;
  runs: RunsWhere;
  /** The same for the same code elsewhere. */
  key: string;
  /** A text that stands in each file that has it, to look for. */
  seek: string;
  /** UTF-16 offset in the text. */
  offset: number;
  /** What an import names. */
  specifier?: string;
}

/** As code is compared: how it is indented and broken into lines makes no difference. */
export function collapsed(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}

/** The longest word of a code, by which files that have the same are found. */
export function seekable(code: string): string {
  const words = code.slice(0, 5_000).match(/[\p{L}\p{N}_$./:-]{2,80}/gu) ?? [];
  return words.reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** A piece that was found in a part of a text, with its place in the whole. */
export function placedAt(piece: CodePiece, offset: number): CodePiece {
  return { ...piece, offset };
}
