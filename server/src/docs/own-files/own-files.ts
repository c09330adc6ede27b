import { isWithin } from '../text/paths.ts';
import { hostFileFault } from './host-file-change.ts';
import { programFault } from './program-change.ts';
import { redirectLinesFault } from './redirect-lines-change.ts';
import { settingsFault } from './settings-change.ts';

/**
 * The kind of a site's own file, which names its pages or redirects readers. A `data` file contains nothing else. In a
 * program, its settings, a host's settings and lines of redirects, all else that builds and hosts obey must stay
 * unchanged.
 */
export type OwnFile = 'data' | 'program' | 'settings' | 'host' | 'redirects';

/**
 * Returns which kind of own file a path is, by its name and its location: in the docs folder, above it, or in the
 * folder of another site.
 */
export function ownFile(path: string, docsFolder: string, siteFolders: readonly string[] = []): OwnFile | undefined {
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const folder = path.slice(0, found.index);
    const isNear = isWithin(folder, docsFolder) || isWithin(docsFolder, folder) || siteFolders.includes(folder);
    if (isNear) return kind;
  }
  return undefined;
}

/** Returns the text that a missing file counts as, for files that a job may create, else undefined. */
export function emptyOwnFile(path: string): string | undefined {
  if (/(?:^|\/)_meta(?:\.[\w-]+)?\.[jt]sx?$/.test(path)) return 'export default {};\n';
  return /(?:^|\/)_redirects$/.test(path) ? '' : undefined;
}

/** Returns why a change of such a file goes beyond page names and redirects, or undefined if it does not. */
export function ownFileFault(kind: OwnFile, path: string, before: string, after: string): string | undefined {
  switch (kind) {
    case 'data':
      return undefined;
    case 'program':
      return programFault(path, before, after);
    case 'settings':
      return settingsFault(path, before, after);
    case 'host':
      return hostFileFault(path, before, after);
    case 'redirects':
      return redirectLinesFault(before, after);
  }
}

const script = String.raw`\.[mc]?[jt]s`;

const patterns: readonly [OwnFile, RegExp][] = [
  ['host', endOfPath('vercel\\.json|netlify\\.toml')],
  ['redirects', endOfPath('(?:(?:static|public)/)?_redirects')],
  [
    'settings',
    endOfPath(
      String.raw`mkdocs(?:[.-][\w-]+)?\.ya?ml|book\.toml|_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json)|config/_default/[\w.-]+\.(?:toml|ya?ml|json)`,
    ),
  ],
  [
    'program',
    endOfPath(
      String.raw`(?:\w[\w.-]*)?sidebars?[\w.-]*${script}|docusaurus\.config${script}|astro\.config${script}|\.vitepress/(?:[\w-]+/)*[\w.-]+${script}|config${script}|_meta(?:\.[\w-]+)?\.[jt]sx?`,
    ),
  ],
  [
    'data',
    endOfPath(
      String.raw`SUMMARY\.md|_(?:sidebar|navbar)\.md|_?toc\.ya?ml|(?:docs|mint)\.json|\.gitbook\.ya?ml|sidebars\.json|[\w-]*versioned_sidebars/[\w.-]+\.json|_data/[\w./-]+\.(?:ya?ml|json|csv|tsv)`,
    ),
  ],
];

/** Matches the end of a path. What precedes the match is the site's folder, with or without a slash. */
function endOfPath(source: string): RegExp {
  return new RegExp(`(?:^|/)(?:${source})$`);
}
