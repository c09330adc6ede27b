import { baseName, extensionOf, folderOf, isPagePath, isWithin } from '../paths.ts';
import { contentOf } from '../site/site.ts';
import type { ResolveInput, TargetUse } from './resolution.ts';

interface Missed {
  from: string;
  /** The target's path, decoded. */
  path: string;
  /** The repository path that it was looked for at. */
  expected: string;
  use: TargetUse;
}

/**
 * Whether a target that was found nowhere is surely broken. Where the rules of a site leave room (plugins that make
 * pages, a web server's own addresses, files that a build puts there) it is not.
 */
export function isSurelyMissing(input: ResolveInput, missed: Missed): boolean {
  return missed.path.startsWith('/') ? isAddressMissing(input, missed) : isRelativeMissing(input, missed);
}

function isRelativeMissing({ site, index }: ResolveInput, { from, path, expected, use }: Missed): boolean {
  const folder = folderOf(expected);
  // Plugins and hooks of MkDocs make pages, and take missing ones from other folders.
  if (!site.certain && site.kind === 'mkdocs') return false;
  // What lies beside a book is another book, which is published beside it.
  if (site.kind === 'mdbook' && !isInside(site, expected)) return false;
  if (isPagePath(path)) return site.certain || index.isFolder(folder);
  if (use === 'image' || isImage(path)) {
    return site.certain || (index.isFolder(folder) && index.byName(baseName(expected)).length === 0);
  }
  const ending = extensionOf(path);
  // Pages of other programs, laid beside the site when it is published.
  if (ending === '.html' || ending === '.htm')
    return site.certain && isInside(site, expected) && index.isFolder(folder);
  if (hasFileEnding(path)) return site.certain && index.isFolder(folder);
  if (site.kind === 'docusaurus' && contentOf(site, from)?.kind !== 'docs') return false;
  // Programs that number their files drop the numbers from addresses.
  if (site.kind === 'plain' && index.hasNumbered(baseName(expected))) return false;
  return site.certain && site.kind !== 'gitbook' && isInside(site, expected);
}

function isInside({ contents }: ResolveInput['site'], place: string): boolean {
  return contents.some((content) => isWithin(place, content.folder));
}

function isAddressMissing({ site, index }: ResolveInput, { path, use }: Missed): boolean {
  const first = path.split('/')[1] ?? '';
  if (isPagePath(path))
    return (
      site.certain && index.byName(path.slice(path.lastIndexOf('/') + 1)).every((file) => !`/${file}`.endsWith(path))
    );
  switch (site.kind) {
    case 'mkdocs':
    case 'mdbook':
    case 'gitbook':
      return false;
    case 'plain':
      // A code host reads these from the top of the repository, other programs from anywhere.
      return (
        site.certain &&
        (use === 'image' || isImage(path)) &&
        index.byName(path.slice(path.lastIndexOf('/') + 1)).length === 0
      );
    case 'docusaurus':
    case 'mintlify':
    case 'starlight':
    case 'vitepress':
      if (hasFileEnding(path) && !isImage(path)) return false;
      return site.certain && (use === 'image' || isImage(path) || !looksForeign(first));
  }
}

/** Addresses that commonly belong to another program on the same host. */
function looksForeign(segment: string): boolean {
  return (
    /^(?:api|_|cdn-cgi|login|signup|sign-?in|dashboard|app|pricing|search|sitemap|feed|rss|play|playground|storybook)$/i.test(
      segment,
    ) || segment.includes('*')
  );
}

function hasFileEnding(path: string): boolean {
  return /^\.[a-z][a-z0-9]{0,5}$/.test(extensionOf(path)) && !isPagePath(path);
}

function isImage(path: string): boolean {
  return /^\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm)$/.test(extensionOf(path));
}
