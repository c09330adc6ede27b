/** What a path of the tree is. Symlinks and submodules are left alone. */
export interface DocsTreeEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule';
  /** Object id of the content: equal ids mean equal bytes. */
  blob: string;
}

/** The files that the docs are made of: a git tree, or in tests a map of strings. */
export interface DocsTree {
  /** Sorted by path. */
  entries(): DocsTreeEntry[];
  entry(path: string): DocsTreeEntry | undefined;
  /** @throws when there is no such file, or when it is over the tree's own size limit. */
  read(path: string): Promise<Uint8Array>;
}

/** A place in a file, in UTF-16 code units of its text. */
export interface Span {
  start: number;
  end: number;
}

/** A fault of the docs. `line` counts from 1. */
export interface Problem {
  /** A key of `rules`. */
  rule: string;
  severity: 'error' | 'warning';
  path: string;
  line: number;
  message: string;
  /** The text of the fault in the file (a link's target, an anchor), where there is one. */
  subject?: string;
  /** What would mend it (a link's target), when there is exactly one sensible way. */
  suggestion?: string;
}

/** A file that is to have this whole new text. */
export interface FileEdit {
  path: string;
  content: string;
  /** Whether links and navigation are right without it, too. */
  optional?: boolean;
}

/** The texts of a page's headings as they were before they were changed, in order, without markup. */
export interface EarlierHeadings {
  path: string;
  headings: string[];
}

/** A link whose anchor has another name now. */
export interface RenamedLink {
  path: string;
  line: number;
  target: string;
  renamed: string;
}

/** What became of the links that led to headings and ids which a page has no more. */
export interface MovedAnchors {
  renamed: RenamedLink[];
  /** Those that lead to no heading or id any more. */
  broken: { path: string; line: number; target: string }[];
}

/** What a page is made of. */
export interface Page {
  /** The front matter's source between its fences, and where it stands with the fences. */
  frontMatter: (Span & { yaml: string }) | undefined;
  /** `text` is the plain text, without markup and without an explicit `{#id}`. */
  headings: (Span & { depth: number; text: string; style: 'atx' | 'setext' })[];
  /** `span` is where the target stands in the source, so that it can be replaced alone. */
  links: (Span & { target: string; span: Span; kind: 'link' | 'image' | 'definition' | 'attribute' })[];
  /** Every place that is no prose: code, math, tags, comments, MDX, front matter, link targets, addresses; sorted. */
  code: Span[];
  /** Plain text of the first paragraph of prose. */
  firstParagraph: string | undefined;
}
