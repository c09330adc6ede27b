/** An entry of the tree. Symlinks and submodules are not followed. */
export interface DocsTreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

/** The files of the docs: a git tree, or in tests a map of strings. */
export interface DocsTree {
  /** Sorted by path. */
  entries(): readonly DocsTreeEntry[];
  entry(path: string): DocsTreeEntry | undefined;
  /**
   * Reads a file.
   * @throws if there is no such file, or if it exceeds the tree's own size limit.
   */
  read(path: string): Promise<Uint8Array>;
}

/** A part of a file, in UTF-16 code units of its text. */
export interface Span {
  start: number;
  end: number;
}

/** A problem of the docs. `line` counts from 1. */
export interface Problem {
  /** A key of `rules`. */
  rule: string;
  severity: 'error' | 'warning';
  path: string;
  line: number;
  message: string;
  /** The text at fault in the file (a link's target, an anchor), if there is one. */
  subject?: string;
  /** The text that would fix it (a link's target), if there is exactly one sensible fix. */
  suggestion?: string;
}

/** A file with its whole new text. */
export interface FileEdit {
  path: string;
  content: string;
  /** Whether links and navigation are correct without this edit, too. */
  optional?: boolean;
}

/** The texts of a page's headings before they were changed, in order, without markup. */
export interface EarlierHeadings {
  path: string;
  headings: string[];
}

/** A link whose anchor was renamed. */
export interface RenamedLink {
  path: string;
  line: number;
  target: string;
  renamed: string;
}

/** The links to headings and ids that a page no longer has. */
export interface MovedAnchors {
  renamed: RenamedLink[];
  /** Links whose heading or id no longer exists. */
  broken: { path: string; line: number; target: string }[];
}

/** The parsed parts of a page. */
export interface Page {
  /** The front matter: its source between the fences, and its span with the fences. */
  frontMatter: (Span & { yaml: string }) | undefined;
  /** `text` is plain text, without markup and without an explicit `{#id}`. */
  headings: (Span & { depth: number; text: string; style: 'atx' | 'setext' })[];
  /** `span` is the position of the target in the source, so that only the target can be replaced. */
  links: (Span & { target: string; span: Span; kind: 'link' | 'image' | 'definition' | 'attribute' })[];
  /** Every span that is not prose: code, math, tags, comments, MDX, front matter, link targets, addresses; sorted. */
  code: Span[];
  /** The plain text of the first paragraph of prose. */
  firstParagraph: string | undefined;
}
