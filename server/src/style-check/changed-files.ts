import type { StyleTree } from './tree.ts';

/** What is checked: two states of the docs, of which the first also says by which rules. */
export interface StyleChange {
  before: StyleTree;
  after: StyleTree;
  /** Where the docs are within the trees, '' for all of them. */
  folder: string;
  /** Paths of files that are looked at besides what changed. */
  paths?: readonly string[] | undefined;
}

/** The files that a check reads. */
export interface FilesToCheck {
  /** As they are now, those that changed first. */
  now: string[];
  /** As they were: those of the same paths, and those that are gone. */
  past: string[];
  /** How many more there are, and how many are in formats that other programs would have to read. */
  more: number;
  otherFormats: number;
}

/** Formats that Vale reads by itself, MDX as Markdown. */
const readable = /\.(?:md|mdx|markdown|mdown|html?|txt)$/;
/** For these it runs a converter, if it finds one. */
const converted = /\.(?:adoc|asciidoc|asc|rst|rest|org|dita)$/;

const mostFiles = 200;

export function filesToCheck({ before, after, folder, paths }: StyleChange): FilesToCheck {
  const then = filesIn(before, folder);
  const today = filesIn(after, folder);
  const changed = [...today].filter(([path, blob]) => then.get(path) !== blob).map(([path]) => path);
  const asked = (paths ?? []).filter((path) => today.has(path));
  const all = [...new Set([...changed, ...asked])];
  const now = all.filter((path) => readable.test(path));
  const kept = now.slice(0, mostFiles);
  const gone = [...then.keys()].filter((path) => !today.has(path) && readable.test(path));
  return {
    now: kept,
    past: [...kept.filter((path) => then.has(path)), ...gone.slice(0, mostFiles)],
    more: now.length - kept.length,
    otherFormats: changed.filter((path) => converted.test(path)).length,
  };
}

function filesIn(tree: StyleTree, folder: string): Map<string, string> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const files = tree.entries().filter(({ path, kind }) => kind === 'file' && path.startsWith(prefix));
  return new Map(files.map(({ path, blob }) => [path, blob]));
}
