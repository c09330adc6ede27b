import type { StyleTree } from './tree.ts';

/** The input of a check: two states of the docs. The first one also defines the rules. */
export interface StyleChange {
  before: StyleTree;
  after: StyleTree;
  /** The folder of the docs within the trees; '' for the whole trees. */
  folder: string;
  /** Paths of files that are checked in addition to what changed. */
  paths?: readonly string[] | undefined;
}

/** The files that a check reads. */
export interface FilesToCheck {
  /** Files of the new state, the changed ones first. */
  now: string[];
  /** Files of the old state: those with the same paths, and removed ones. */
  past: string[];
  /** How many further files there are, and how many have formats that other programs would have to convert. */
  more: number;
  otherFormats: number;
}

/** Formats that Vale reads itself; MDX is read as Markdown. */
const readableFiles = /\.(?:md|mdx|markdown|mdown|html?|txt)$/;
/** For these formats Vale runs a converter, if it finds one. */
const convertedFiles = /\.(?:adoc|asciidoc|asc|rst|rest|org|dita)$/;

const mostFiles = 200;

export function filesToCheck({ before, after, folder, paths }: StyleChange): FilesToCheck {
  const then = filesIn(before, folder);
  const today = filesIn(after, folder);
  const changed = [...today].filter(([path, blob]) => then.get(path) !== blob).map(([path]) => path);
  const asked = (paths ?? []).filter((path) => today.has(path));
  const all = [...new Set([...changed, ...asked])];
  const now = all.filter((path) => readableFiles.test(path));
  const kept = now.slice(0, mostFiles);
  const gone = [...then.keys()].filter((path) => !today.has(path) && readableFiles.test(path));
  return {
    now: kept,
    past: [...kept.filter((path) => then.has(path)), ...gone.slice(0, mostFiles)],
    more: now.length - kept.length,
    otherFormats: changed.filter((path) => convertedFiles.test(path)).length,
  };
}

function filesIn(tree: StyleTree, folder: string): Map<string, string> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const files = tree.entries().filter(({ path, kind }) => kind === 'file' && path.startsWith(prefix));
  return new Map(files.map(({ path, blob }) => [path, blob]));
}
