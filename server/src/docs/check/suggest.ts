import { decoded } from '../text/decoded.ts';
import { looseForm } from '../links/anchors/sluggers.ts';
import { respell } from '../links/respell.ts';
import { plainTarget } from '../links/wrapped.ts';
import { baseName, extensionOf, folderOf, isMarkdown, joinPath, stemOf } from '../text/paths.ts';
import { addressesOf } from '../site/routes.ts';
import { contentOf } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { TargetUse } from '../site/kind.ts';

/** Returns a target that would fix a broken one if there is exactly one sensible candidate, else undefined. */
export function suggestTarget(
  view: DocsView,
  from: string,
  raw: string,
  expected: string,
  use: TargetUse,
): string | undefined {
  for (const tier of [otherSpellings, otherDepths, sameName, nearName]) {
    const candidates = [...new Set(tier(view, from, raw, expected))];
    if (candidates.length === 0) continue;
    const [only, ...others] = preferOwnContent(view, from, candidates);
    return only === undefined || others.length > 0 || only === from
      ? undefined
      : workingSpelling(view, { from, raw, was: expected, to: only, use });
  }
  return undefined;
}

/** Prefers the candidates of the same version or translation as the linking page. */
function preferOwnContent(view: DocsView, from: string, candidates: string[]): string[] {
  if (candidates.length === 1) return candidates;
  const site = view.sites.of(from);
  const own = contentOf(site, from);
  const near = candidates.filter((path) => own !== undefined && contentOf(site, path) === own);
  return near.length > 0 ? near : candidates;
}

function workingSpelling(
  view: DocsView,
  link: { from: string; raw: string; was: string; to: string; use: TargetUse },
): string | undefined {
  const { from, to, use } = link;
  const site = view.sites.of(from);
  // A page of another site is served elsewhere.
  if (isMarkdown(to) && view.sites.of(to) !== site) return undefined;
  const leads = (spelling: string) => {
    const resolution = view.resolveQuickly(from, spelling, use);
    return resolution.kind === 'found' && resolution.path === to;
  };
  return respell({ ...link, site, routes: addressesOf(site, to, {}), leads });
}

/** Finds the same path with another case or extension, or with or without `index`. */
function otherSpellings({ index }: DocsView, _from: string, _raw: string, expected: string): string[] {
  const bare = expected.replace(/\.\w+$/, '');
  const page = isMarkdown(expected) || extensionOf(expected) === '' || extensionOf(expected) === '.html';
  const parent = bare.replace(/\/(?:index|readme)$/i, '');
  const names = page
    ? [bare, `${bare}/index`, `${bare}/readme`, parent].flatMap((name) => [`${name}.md`, `${name}.mdx`])
    : imageEndings.map((ending) => bare + ending);
  return [expected, ...names].flatMap((name) => index.ignoringCase(name));
}

/** Finds the same relative path from one folder higher or lower. */
function otherDepths({ index, sites }: DocsView, from: string, raw: string, expected: string): string[] {
  const target = plainTarget(sites.of(from), raw);
  if (target.kind !== 'local' || target.path.startsWith('/')) return [];
  const path = decoded(target.path).replace(/\/$/, '');
  const ways = [`../${path}`, path.replace(/^(?:\.\/)?\.\.\//, '')].filter((way) => way !== path);
  return ways.flatMap((way) => {
    const place = joinPath(folderOf(from), way);
    if (place === undefined || place === expected) return [];
    return ['', '.md', '.mdx', '/index.md', '/README.md', '/index.mdx']
      .map((ending) => place + ending)
      .filter((file) => index.isFile(file));
  });
}

/** Finds files with the same name elsewhere: the page may have moved. */
function sameName(view: DocsView, from: string, raw: string, expected: string): string[] {
  const name = stemOf(expected);
  if (!/^(?:index|readme)$/i.test(name)) {
    return pathsAlike(view, name, expected).filter((path) => mayHaveMoved(view, { from, raw, expected }, path));
  }
  // An index page is named by its folder.
  const folder = baseName(folderOf(expected));
  return folder === '' ? [] : view.pages.filter((path) => stemOf(path) === name && baseName(folderOf(path)) === folder);
}

/**
 * Whether a target may mean a page that moved. A target with an extension names a file of this repository. An address
 * without one may belong to another program of the host (`/cookbook/install`), unless its folder exists here or has the
 * same name as the candidate's folder.
 */
function mayHaveMoved(
  { index, sites }: DocsView,
  { from, raw, expected }: { from: string; raw: string; expected: string },
  path: string,
): boolean {
  const target = plainTarget(sites.of(from), raw);
  if (target.kind === 'local' && extensionOf(target.path) !== '') return true;
  const folder = folderOf(expected);
  return index.isFolder(folder) || baseName(folder) === baseName(folderOf(path));
}

function pathsAlike(view: DocsView, name: string, expected: string): string[] {
  const isImage = imageEndings.includes(extensionOf(expected));
  const found = view.index.byStem(name);
  if (isImage) return found.filter((path) => extensionOf(path) === extensionOf(expected));
  const pages = found.filter((path) => view.isPage(path));
  const folders = view.index
    .byStem('index')
    .concat(view.index.byStem('readme'))
    .filter((path) => view.isPage(path) && folderOf(path).split('/').at(-1) === name);
  return [...pages, ...folders];
}

/** Finds files in the same folder whose name differs by one typo. */
function nearName(view: DocsView, _from: string, _raw: string, expected: string): string[] {
  const name = stemOf(expected).toLowerCase();
  if (name.length < 5) return [];
  const folder = folderOf(expected);
  const isImage = imageEndings.includes(extensionOf(expected));
  return view.index.files.filter((path) => {
    if (folderOf(path) !== folder || (isImage ? extensionOf(path) !== extensionOf(expected) : !view.isPage(path)))
      return false;
    return isTypo(stemOf(path).toLowerCase(), name);
  });
}

const imageEndings = ['.png', '.jpg', '.jpeg', '.gif', '.svg', '.webp', '.avif'];

/** Returns the only anchor of the page that a broken one can mean, else undefined. */
export function suggestAnchor(anchors: Set<string>, broken: string): string | undefined {
  const tests: ((anchor: string) => boolean)[] = [
    (anchor) => anchor.toLowerCase() === broken.toLowerCase(),
    (anchor) => looseForm(anchor) === looseForm(broken),
    // If several headings are equal, it is unknown which one a number meant.
    (anchor) => looseForm(withoutNumber(anchor)) === looseForm(withoutNumber(broken)),
    (anchor) => broken.length > 5 && isTypo(looseForm(anchor), looseForm(broken)),
  ];
  if (looseForm(broken) === '') return undefined;
  for (const test of tests) {
    const candidates = [...anchors].filter(test);
    if (candidates.length > 0) return candidates.length === 1 ? candidates[0] : undefined;
  }
  return undefined;
}

function withoutNumber(anchor: string): string {
  return anchor.replace(/[-_]\d+$/, '');
}

/** Whether two names differ by one wrong letter. Another number (`upgrade-6`, `upgrade-7`) is no typo. */
function isTypo(a: string, b: string): boolean {
  return editDistance(a, b, 1) !== undefined && a.replace(/\d/g, '') !== b.replace(/\d/g, '');
}
