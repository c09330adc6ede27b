import { valueAt, entriesOf, textOf } from '../../literal/literal.ts';
import { baseName, folderOf, isWithin } from '../../text/paths.ts';
import { summaryFormat } from '../../navigation/summary.ts';
import type { Content, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, siteOf, joinParts } from '../../site/site.ts';

/** Reads a site of GitBook or a similar tool: it has `.gitbook.yaml`, or a SUMMARY.md that lists pages. */
export async function readGitBook(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const { index } = context;
  const isSummary = /^SUMMARY\.md$/i.test(baseName(path));
  if (isSummary && !(await listsPages(context, path))) return undefined;
  const config = isSummary ? undefined : await readConfig(context, path);
  const root = isSummary ? folderOf(path) : joinParts(folderOf(path), textOf(valueAt(config, 'root')) ?? '');
  // A SUMMARY.md beside a .gitbook.yaml belongs to that configuration or to another space.
  if (isSummary && ['.gitbook.yaml', '.gitbook.yml'].some((name) => index.isFile(joinParts(root, name))))
    return undefined;
  const summary = isSummary ? path : joinParts(root, textOf(valueAt(config, 'structure', 'summary')) ?? 'SUMMARY.md');
  const summaries = index.isFile(summary) ? [summary] : spacesIn(context, root);
  const spaces = summaries.map(folderOf).filter((folder) => folder !== root && isWithin(folder, root));
  return {
    ...siteOf(root, path),
    contents: [root, ...spaces].map((folder): Content => ({ folder, routes: [''], kind: 'docs' })),
    statics: [root],
    redirects: new Map(
      entriesOf(valueAt(config, 'redirects')).flatMap(({ key, value }): [string, string][] => {
        const to = textOf(value);
        return to === undefined ? [] : [[asPrefix(key), to]];
      }),
    ),
    navigation: summaries.map((file) => ({ path: file, folder: folderOf(file), format: summaryFormat })),
    excludes: (page) => summaries.includes(page) || /(?:^|\/)(?:\.gitbook|node_modules|_\w+)\//.test(page),
    reportsMdx: false,
  };
}

/** Finds the spaces of a configuration that covers several: each has its own folder with SUMMARY.md at its top. */
function spacesIn({ index }: SiteContext, root: string): string[] {
  return index
    .byName('SUMMARY.md')
    .filter((file) => isWithin(file, root) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(file));
}

async function listsPages({ tree, facts }: SiteContext, path: string): Promise<boolean> {
  const text = await facts.text(tree, path);
  return text.kind === 'known' && (text.value.match(/^[ \t]*[-*+] \[[^\]\n]*\]\([^)\n]*\.md/gm)?.length ?? 0) >= 2;
}
