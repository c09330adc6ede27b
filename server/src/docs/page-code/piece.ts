import type { RunsWhere } from './code-rules.ts';

/** The kinds of a piece of code in a page, as a closed set. */
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
  /** An include of what does not belong to the repository. */
  | 'outside'
  | 'setting'
  | 'unreadable'
  /** A file of a kind that is not searched for code. */
  | 'unread'
  /** A host to which a link or an image leads. */
  | 'host'
  /** A command with which readers install something. */
  | 'command'
  /** A text that readers do not see, and programs read. */
  | 'hidden';

/** A part of a page, or of data in the docs, that runs or brings in something that runs. */
export interface CodePiece {
  kind: CodeKind;
  runs: RunsWhere;
  /** Equal for the same code elsewhere. */
  key: string;
  /** What reviewers read. Default: the key. */
  text?: string;
  /** A text that each file with the same code contains, to search for. */
  seek: string;
  /** UTF-16 offset in the text. */
  offset: number;
  /** The target of an import. */
  specifier?: string;
  /** Whether the target is only published, and so told only if it leads out of the repository. */
  isPublished?: boolean;
  /** What makes it known only on its own page, such as what is around a sample of some readers: elsewhere it is another one. */
  sampleIn?: string;
}

/** Normalises code for comparing: indentation and line breaks make no difference. */
export function collapseSpace(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}

/** Returns the longest word of a piece of code, by which files with the same code are found. */
export function longestWordOf(code: string): string {
  const words = code.slice(0, 5_000).match(/[\p{L}\p{N}_$./:-]{2,80}/gu) ?? [];
  return words.reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Returns a piece that was found in a part of a text, with its position in the whole text. */
export function placedAt(piece: CodePiece, offset: number): CodePiece {
  return { ...piece, offset };
}

/** Returns the piece of a file that the builder takes into a page. */
export function includedPiece(specifier: string, offset: number): CodePiece {
  return { kind: 'include', runs: 'build', key: `include ${specifier}`, seek: specifier, offset, specifier };
}

/** Returns the piece of an address that runs where a reader follows it, or a browser loads it. */
export function addressPiece(address: string, offset: number, runs: RunsWhere = 'reader'): CodePiece {
  return { kind: 'address', runs, key: `address ${collapseSpace(address)}`, seek: longestWordOf(address), offset };
}
