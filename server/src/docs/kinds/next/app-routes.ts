import { baseName, folderOf, isMarkdown, isWithin, pathWithin, stemOf, type PathIndex } from '../../text/paths.ts';
import { asPrefix, joinParts } from '../../site/site.ts';

/** Addresses that a Next.js site serves from its own code. */
export interface CodedPages {
  /** Address → file. */
  pages: Map<string, string>;
  /** Prefixes that a dynamic route handles: folders with parameters in their names. */
  dynamic: string[];
}

/** Finds the pages and routes in `app/` and `pages/` that are code, from their paths alone. */
export function codedPages(index: PathIndex, root: string): CodedPages {
  const found: CodedPages = { pages: new Map(), dynamic: [] };
  for (const folder of ['app', 'src/app'].map((name) => joinParts(root, name))) {
    for (const path of filesIn(index, folder)) {
      if (/^(?:page|route)\.[jt]sx?$/.test(baseName(path))) add(appSegments(folderOf(pathWithin(path, folder))), path);
    }
  }
  for (const folder of ['pages', 'src/pages'].map((name) => joinParts(root, name))) {
    for (const path of filesIn(index, folder)) {
      const inner = pathWithin(path, folder);
      if (/\.[jt]sx?$/.test(inner) && !/(?:^|\/)_/.test(inner))
        add(
          inner
            .replace(/\.\w+$/, '')
            .replace(/(?:^|\/)index$/, '')
            .split('/'),
          path,
        );
    }
  }
  return found;

  function add(segments: string[] | undefined, path: string): void {
    if (!segments) return;
    const parameter = segments.findIndex((segment) => segment.startsWith('['));
    const address = asPrefix(segments.slice(0, parameter === -1 ? undefined : parameter).join('/'));
    if (parameter === -1) found.pages.set(address, path);
    else found.dynamic.push(address);
  }
}

function filesIn(index: PathIndex, folder: string): string[] {
  return index.isFolder(folder) ? index.files.filter((path) => isWithin(path, folder)) : [];
}

/**
 * Returns the address segments of a folder of `app/`, or undefined for private and intercepted folders, which have no
 * address. Groups, slots and a leading language parameter add no segment. nextjs.org/docs:
 * app/getting-started/project-structure
 */
export function appSegments(folder: string): string[] | undefined {
  const segments = folder.split('/').filter((segment) => segment !== '' && !/^(?:\([^.)]+\)|@.*)$/.test(segment));
  if (segments.some((segment) => /^(?:_|\(\.)/.test(segment))) return undefined;
  return /^\[(?:lang|locale|lng|language)\]$/.test(segments[0] ?? '') ? segments.slice(1) : segments;
}

/** Whether a content folder belongs to the app router. */
export function isApp(folder: string): boolean {
  return baseName(folder) === 'app';
}

/** Whether a file of `app/` is an MDX page. */
export function isAppPage(path: string): boolean {
  return isMarkdown(path) && stemOf(path) === 'page';
}
