import { pathMatcher } from './paths.ts';

/** Kinds of pages that describe the past: they stay right even if names change later. */
export type HistoryKind = 'version' | 'changelog' | 'post';

/** The names of the kinds in instructions and answers. */
export const historyNames: Record<HistoryKind, string> = {
  version: 'frozen versions',
  changelog: 'change logs',
  post: 'dated blog posts',
};

/**
 * Returns which kind of history a page is, if any. For a post without a date in its path, `isDated` looks for one in
 * its text.
 */
export type HistoryOf = (path: string, isDated?: () => boolean) => HistoryKind | undefined;

/**
 * Distinguishes history from pages that are kept up to date.
 *
 * @param root the folder of the site; the folders above it do not count.
 * @param within the place that the instruction names, if any: history that it names explicitly does not count as such.
 */
export function historyOf(
  paths: readonly string[],
  { root, within, including = [] }: { root: string; within?: string; including?: readonly HistoryKind[] },
): HistoryOf {
  const current = currentVersions(paths);
  const isNamed = segmentTest(within);
  return (path, isDated) => {
    const own = root !== '' && path.startsWith(`${root}/`) ? root.length + 1 : 0;
    const found = frozenVersion(path, own, current) ?? changeLog(path, own) ?? datedPost(path, own, isDated);
    return found === undefined || including.includes(found.kind) || found.segments.some(isNamed)
      ? undefined
      : found.kind;
  };
}

/** A kind, and the parts of the path that show it. */
interface Found {
  kind: HistoryKind;
  segments: string[];
}

const frozenFolder = /^(?:versioned[_-]docs|version-\d+(?:\.(?:\d+|x))*(?:-(?:alpha|beta|rc)[\w.]*)?)$/iu;
const versionName = /^v?\d+(?:\.(?:\d+|x))+$/iu;

/** When a folder with such a name exists, every numbered folder beside it is frozen. */
const currentFolder = /^(?:latest|current|stable|next|main|unreleased)$/iu;

function frozenVersion(path: string, own: number, current: ReadonlyMap<string, string>): Found | undefined {
  let end = own;
  const segments = path
    .slice(own)
    .split('/')
    .slice(0, -1)
    .filter((segment) => {
      const isOld = versionName.test(segment) && current.get(path.slice(0, end)) !== segment;
      end += segment.length + 1;
      return isOld || frozenFolder.test(segment);
    });
  return segments.length > 0 ? { kind: 'version', segments } : undefined;
}

/**
 * Returns the current folder for each parent: the one with such a name if it exists, else the numbered one with the
 * highest number.
 */
function currentVersions(paths: readonly string[]): Map<string, string> {
  const current = new Map<string, string>();
  for (const folder of new Set(paths.flatMap(foldersOf))) {
    const slash = folder.lastIndexOf('/') + 1;
    const [parent, name] = [folder.slice(0, slash), folder.slice(slash)];
    const known = current.get(parent);
    if (currentFolder.test(name)) current.set(parent, name);
    else if (versionName.test(name) && !(known !== undefined && isLater(known, name))) current.set(parent, name);
  }
  return current;
}

function foldersOf(path: string): string[] {
  return Array.from(path.matchAll(/\//gu), ({ index }) => path.slice(0, index));
}

function isLater(known: string, name: string): boolean {
  const [a, b] = [known, name].map((version) => version.replace(/^v/iu, ''));
  return currentFolder.test(known) || (a ?? '').localeCompare(b ?? '', 'en', { numeric: true }) > 0;
}

const changeLogFile = /^(?:change[-_ ]?log|release[-_ ]?notes?)(?:[-_. ]v?\d[\w.-]*)?$/iu;
const changeLogFolder = /^(?:change[-_ ]?logs?|release[-_ ]?notes?)$/iu;

/** `HISTORY.md` is a change log, but `history.md` may be about anything. */
const shoutedLog = /^(?:CHANGES|HISTORY|RELEASES|NEWS)$/u;

function changeLog(path: string, own: number): Found | undefined {
  const folders = path.slice(own).split('/');
  const file = folders.pop()?.replace(/\.\w+$/u, '') ?? '';
  const logs = folders.filter((folder) => changeLogFolder.test(folder));
  if (changeLogFile.test(file) || shoutedLog.test(file)) return { kind: 'changelog', segments: [...logs, file] };
  const releases = /^v?\d+\.\d/u.test(file) ? folders.filter((folder) => /^releases?$/iu.test(folder)) : [];
  const segments = [...logs, ...releases];
  return segments.length > 0 ? { kind: 'changelog', segments } : undefined;
}

const postFolder = /^(?:_?posts|blogs?|news)$/iu;
/** Returns the folder of the blog that contains a path, with its parent folders; undefined when the path is in none. */
export function blogOf(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => postFolder.test(folder));
  return at === -1 ? undefined : folders.slice(0, at + 1).join('/');
}

const datedPath = /(?:^|\/)\d{4}(?:-\d{2}-\d{2}(?![\d])|\/\d{2}\/)/u;

function datedPost(path: string, own: number, isDated: () => boolean = () => false): Found | undefined {
  const rest = path.slice(own);
  const parts = rest.split('/');
  const folders = parts.slice(0, -1).filter((folder) => postFolder.test(folder));
  const [folder] = folders;
  const below = folder === undefined ? '' : rest.slice(rest.indexOf(`${folder}/`) + folder.length);
  const hasDateInPath = datedPath.test(rest) || folder === '_posts' || /\/\d{4}\//u.test(below);
  if (hasDateInPath) return { kind: 'post', segments: [...folders, ...parts.filter((part) => /^\d{4}/u.test(part))] };
  return folder !== undefined && isDated() ? { kind: 'post', segments: folders } : undefined;
}

const dateLine = /^(?:date|pubDate|publishDate|published|publishedAt)[ \t]*[:=]/mu;

/** A search pattern for the lines that give posts their dates. */
export const dateLinePattern = '^(date|pubDate|publishDate|published|publishedAt)\\s*[:=]';

/** Whether the front matter of a page has a date. */
export function hasDate(text: string): boolean {
  const fence = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/u.exec(text)?.[1];
  if (fence === undefined) return false;
  const end = text.indexOf(`\n${fence}`, fence.length);
  return dateLine.test(text.slice(0, Math.max(0, end)));
}

/** Returns a test whether a place names a segment, literally or by a glob with other characters than `*` and `?`. */
function segmentTest(within: string | undefined): (segment: string) => boolean {
  const names = (within ?? '')
    .toLowerCase()
    .replace(/\.(?:mdx?|markdown)$/u, '')
    .split('/')
    .filter((name) => /[^*?]/u.test(name))
    .map(pathMatcher);
  return (segment) => segment !== '' && names.some((matches) => matches(segment.toLowerCase()));
}
