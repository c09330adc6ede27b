import { lookup } from '../../links/lookup.ts';
import { isIndexPage } from '../../links/lookup.ts';
import {
  baseName,
  extensionOf,
  folderOf,
  isPagePath,
  isWithin,
  joinPath,
  pathWithin,
  relativePath,
} from '../../text/paths.ts';
import type { PathIndex } from '../../text/paths.ts';
import type { Site, WrappedTarget } from '../../site/kind.ts';
import { contentOf, joinParts } from '../../site/site.ts';

const reference =
  /^(\{\{[<%]\s{0,9}(?:rel)?ref(?:\s{1,9}(?:path=)?|(?=["'`]))(["'`]?))((?:(?<=["'`])[^"'`<>%{}]*|[^"'`\s<>%{}]*))(\2(?:\s[^{}]*)?[>%]\}\}.*)$/s;

/** Unwraps `{{< ref "a.md" >}}` and `{{% relref "/docs/a#b" %}}`: gohugo.io/shortcodes/ref. */
export function unwrapReference(raw: string, site: Site): WrappedTarget | undefined {
  const [, before, , target, after] = reference.exec(raw.trim()) ?? [];
  if (before === undefined || target === undefined || after === undefined) return undefined;
  const anyLanguage = /\blang=|^["'`]?\s+["'`]?\w+["'`]?/.test(after);
  const wrapped = { before, target, after, find: (link: Link) => findReferred(link, anyLanguage), names };
  return mayBeUnseen(site, target) ? { ...wrapped, otherwise: 'generated' } : wrapped;
}

/**
 * Whether a name may be a page of another repository: it begins with the name of a folder mounted from there
 * (`python-client`).
 */
function mayBeUnseen({ unseen = [] }: Site, target: string): boolean {
  const name = target
    .replace(/#.*$/, '')
    .replace(/\.\w+$/, '')
    .toLowerCase();
  return unseen.some((prefix) => {
    const folder = baseName(prefix).toLowerCase();
    return folder !== '' && (name === folder || name.startsWith(`${folder}-`));
  });
}

interface Link {
  site: Site;
  index: PathIndex;
  from: string;
  path: string;
}

/** Finds the page of a reference: from the page's folder, then from the content root, then by its name alone. */
export function findReferred({ site, index, from, path }: Link, anyLanguage: boolean): string | undefined {
  const own = contentOf(site, from);
  const contents = site.contents.filter(
    ({ routes }) => anyLanguage || !own || routes.some((route) => own.routes.includes(route)),
  );
  const folders = contents.map(({ folder }) => folder);
  const near = [folderOf(from), ...(isIndexPage(from) ? [folderOf(folderOf(from))] : [])];
  for (const folder of path.startsWith('/') ? folders : [...near, ...folders]) {
    const place = joinPath(folder, path);
    const found = place === undefined ? undefined : pageAt(index, place, from);
    if (found !== undefined && folders.some((content) => isWithin(found, content))) return found;
  }
  const name = path.replace(/\.\w+$/, '').replace(/\/$/, '');
  if (name === '' || name.includes('/')) return undefined;
  const named = [...index.byStem(name), ...index.byStem('_index'), ...index.byStem('index')];
  return named.find(
    (file) =>
      folders.some((content) => isWithin(file, content)) &&
      (isIndexPage(file) ? baseName(folderOf(file)).toLowerCase() === name.toLowerCase() : isPagePath(file)),
  );
}

/** Finds content ignoring case. The name of a page may contain its language. */
function pageAt(index: PathIndex, place: string, from: string): string | undefined {
  const found = lookup(index, place);
  if (found?.kind === 'file') return found.path;
  const bare = isPagePath(place) ? place.slice(0, -extensionOf(place).length) : place;
  const language = /\.[a-z-]{2,7}(?=\.\w+$)/i.exec(baseName(from))?.[0] ?? '';
  for (const name of [bare, `${bare}/_index`, `${bare}/index`]) {
    const [other] = [...index.ignoringCase(`${name}.md`), ...index.ignoringCase(`${name}${language}.md`)];
    if (other !== undefined) return other;
  }
  const components = lookup(index, place, true);
  if (components?.kind === 'file') return components.path;
  return found?.kind === 'folder' ? place : undefined;
}

function names({ site, from, to, path }: { site: Site; from: string; to: string; path: string }): string[] {
  const content = contentOf(site, to);
  const inner = content ? pathWithin(to, content.folder) : to;
  const ways = path.startsWith('/')
    ? [`/${inner}`]
    : path.includes('/')
      ? [relativePath(folderOf(from), to), inner]
      : [relativePath(folderOf(from), to), baseName(to), inner];
  return [...ways, `/${inner}`].map((way) => keepStyle(way, path));
}

/** Adds or removes extension and trailing slash to match the other name. */
function keepStyle(way: string, like: string): string {
  if (isPagePath(like) || !isPagePath(way)) return way;
  const bare = isIndexPage(way) ? folderOf(way) || joinParts('', way) : way.slice(0, -extensionOf(way).length);
  return like.endsWith('/') && !bare.endsWith('/') ? `${bare}/` : bare;
}
