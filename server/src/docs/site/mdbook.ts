import { folderOf } from '../paths.ts';
import { siteOf, within, type Site, type SiteContext } from './site.ts';

/** mdBook: `book.toml`, of which only `src` and the redirects matter; SUMMARY.md lists every page. */
export async function readMdBook({ tree, index, facts }: SiteContext, path: string): Promise<Site | undefined> {
  const root = folderOf(path);
  const text = await facts.text(tree, path);
  const toml = text.kind === 'known' ? text.value : '';
  const folder = within(root, /^[ \t]*src[ \t]*=[ \t]*["']([^"']*)["']/m.exec(toml)?.[1] ?? 'src');
  const summary = within(folder, 'SUMMARY.md');
  if (!index.isFile(summary)) return undefined;
  const preprocessors = [...toml.matchAll(/^\[preprocessor\.([\w-]+)/gm)].map((match) => match[1] ?? '');
  return {
    ...siteOf('mdbook', root, path),
    contents: [{ folder, routes: [''], kind: 'docs' }],
    statics: [folder],
    certain: preprocessors.every((name) =>
      /^(?:links|index|mermaid|katex|admonish|toc|pagetoc|linkcheck|alerts?|footnote)/.test(name),
    ),
    generated: ['/print', '/print.html', '/toc.html', '/404', '/404.html'],
    redirects: readRedirects(toml),
    navigation: [{ path: summary, kind: 'summary', folder }],
    excludes: (page) => page === summary,
    reportsMdx: false,
  };
}

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
