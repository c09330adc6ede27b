import { isWithin } from '../paths.ts';
import { hostFileFault } from './host-file-change.ts';
import { programFault } from './program-change.ts';
import { redirectLinesFault } from './redirect-lines-change.ts';
import { settingsFault } from './settings-change.ts';

/**
 * A site's own file that names its pages or leads readers on. `data` says nothing else; of all others, what builds and hosts
 * obey stays as it is: of a program, of its settings, of a host's settings and of lines of redirects.
 */
export type OwnFile = 'data' | 'program' | 'settings' | 'host' | 'redirects';

/** What a path is to the site of a docs folder, by its name and by where it lies: in the docs, above them, or in a site beside. */
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

/** A text for which nothing stands yet, where a new one may come. */
export function emptyOwnFile(path: string): string | undefined {
  if (/(?:^|\/)_meta(?:\.[\w-]+)?\.[jt]sx?$/.test(path)) return 'export default {};\n';
  return /(?:^|\/)_redirects$/.test(path) ? '' : undefined;
}

/** Why a new text of such a file changes more than names of pages and redirects; undefined where it does not. */
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
  ['host', tail('vercel\\.json|netlify\\.toml')],
  ['redirects', tail('(?:(?:static|public)/)?_redirects')],
  [
    'settings',
    tail(
      String.raw`mkdocs(?:[.-][\w-]+)?\.ya?ml|book\.toml|_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml|json)|config/_default/[\w.-]+\.(?:toml|ya?ml|json)`,
    ),
  ],
  [
    'program',
    tail(
      String.raw`(?:\w[\w.-]*)?sidebars?[\w.-]*${script}|docusaurus\.config${script}|astro\.config${script}|\.vitepress/(?:[\w-]+/)*[\w.-]+${script}|config${script}|_meta(?:\.[\w-]+)?\.[jt]sx?`,
    ),
  ],
  [
    'data',
    tail(
      String.raw`SUMMARY\.md|_(?:sidebar|navbar)\.md|_?toc\.ya?ml|(?:docs|mint)\.json|\.gitbook\.ya?ml|sidebars\.json|[\w-]*versioned_sidebars/[\w.-]+\.json|_data/[\w./-]+\.(?:ya?ml|json|csv|tsv)`,
    ),
  ],
];

/** What stands in front of the match is the folder of the site, with its slash or without. */
function tail(source: string): RegExp {
  return new RegExp(`(?:^|/)(?:${source})$`);
}
