import { folderOf } from '../../text/paths.ts';
import { summaryFormat } from '../../navigation/summary.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, placeFrom, siteOf, joinParts } from '../../site/site.ts';

/**
 * Reads an mdBook site from `book.toml`. SUMMARY.md lists every page. Of the rest, `src`, `site-url`, preprocessors and
 * redirects matter.
 */
export async function readMdBook({ tree, index, facts }: SiteContext, path: string): Promise<ReadSite | undefined> {
  const root = folderOf(path);
  const text = await facts.text(tree, path);
  const toml = text.kind === 'known' ? text.value : '';
  const folder = placeFrom(root, /^[ \t]*src[ \t]*=[ \t]*["']([^"']*)["']/m.exec(toml)?.[1] ?? 'src');
  const summary = joinParts(folder, 'SUMMARY.md');
  if (!index.isFile(summary)) return undefined;
  const preprocessors = [...toml.matchAll(/^\[preprocessor\.([\w-]+)/gm)].map((match) => match[1] ?? '');
  return {
    ...siteOf(root, path),
    contents: [{ folder, routes: [''], kind: 'docs' }],
    statics: [folder],
    base: asPrefix(/^[ \t]*site-url[ \t]*=[ \t]*["']([^"'\n]*)["']/m.exec(toml)?.[1] ?? ''),
    doubts: preprocessors
      .filter((name) => !harmlessPreprocessors.test(name))
      .map((name) => `the preprocessor ${name} may add or move pages`),
    madePages: ['/print', '/print.html', '/toc.html', '/404', '/404.html'],
    redirects: readRedirects(toml),
    navigation: [{ path: summary, folder, format: summaryFormat }],
    excludes: (page) => page === summary,
    reportsMdx: false,
  };
}

/** Preprocessors that neither add nor move pages and make no anchors. */
const harmlessPreprocessors =
  /^(?:links|index|mermaid|katex|admonish|toc|pagetoc|linkcheck|alerts?|footnote|gettext|svgbob|graphviz|plantuml|d2|open-on-gh|open-git-repo|emojicodes|embedify|yapp|image-size|quiz|cmdrun|variables|whichlang|course|aquascope|trpl-(?:note|listing|figure))/;

function readRedirects(toml: string): Map<string, string> {
  const start = toml.indexOf('[output.html.redirect]');
  if (start === -1) return new Map();
  const end = toml.indexOf('\n[', start);
  const section = toml.slice(start, end === -1 ? undefined : end);
  return new Map(
    [...section.matchAll(/^[ \t]*"([^"\n]+)"[ \t]*=[ \t]*"([^"\n]+)"/gm)].map(([, from = '', to = '']) => [
      `/${from.replace(/^\//, '').replace(/\.html$/, '')}`,
      to,
    ]),
  );
}
