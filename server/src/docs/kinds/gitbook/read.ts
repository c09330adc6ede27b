import { at, entriesOf, textOf } from '../../literal/literal.ts';
import { baseName, folderOf } from '../../paths.ts';
import { summaryFormat } from '../../navigation/summary.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, siteOf, within } from '../../site/site.ts';

/** GitBook and its kin: `.gitbook.yaml`, or a SUMMARY.md that lists pages. */
export async function readGitBook(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const { index } = context;
  const isSummary = /^SUMMARY\.md$/i.test(baseName(path));
  if (isSummary && !(await listsPages(context, path))) return undefined;
  const config = isSummary ? undefined : await readConfig(context, path);
  const root = isSummary ? folderOf(path) : within(folderOf(path), textOf(at(config, 'root')) ?? '');
  // A SUMMARY.md beside or below a .gitbook.yaml is the one that it means, or one of another space.
  if (isSummary && ['.gitbook.yaml', '.gitbook.yml'].some((name) => index.isFile(within(root, name)))) return undefined;
  const summary = isSummary ? path : within(root, textOf(at(config, 'structure', 'summary')) ?? 'SUMMARY.md');
  return {
    ...siteOf(root, path),
    contents: [{ folder: root, routes: [''], kind: 'docs' }],
    statics: [root],
    redirects: new Map(
      entriesOf(at(config, 'redirects')).flatMap(({ key, value }): [string, string][] => {
        const to = textOf(value);
        return to === undefined ? [] : [[asPrefix(key), to]];
      }),
    ),
    navigation: index.isFile(summary) ? [{ path: summary, folder: folderOf(summary), format: summaryFormat }] : [],
    excludes: (page) => page === summary || /(?:^|\/)(?:\.gitbook|node_modules|_\w+)\//.test(page),
    reportsMdx: false,
  };
}

async function listsPages({ tree, facts }: SiteContext, path: string): Promise<boolean> {
  const text = await facts.text(tree, path);
  return text.kind === 'known' && (text.value.match(/^[ \t]*[-*+] \[[^\]\n]*\]\([^)\n]*\.md/gm)?.length ?? 0) >= 2;
}
