import { noOtherBases } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { onlyOfHosts } from '../../redirects/redirects.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { SiteKind } from '../../site/kind.ts';
import { addressesAt } from '../../site/site.ts';
import { collectUids, unwrapDocFx } from './links.ts';
import { readDocFx } from './read.ts';

export const docfx: SiteKind = {
  name: 'docfx',
  label: 'DocFX',
  detection: [{ file: /^docfx\.json$/, read: readDocFx }],
  dialect: 'markdown',
  addresses: {
    fromFrontMatter: false,
    public: true,
    of: ({ content, inner }) => {
      const place = inner.replace(/(?:^|\/)index$/, '');
      const [page = '', ...others] = addressesAt(content, inner);
      return [...(place === inner ? [] : addressesAt(content, place)), `${page}.html`, page, ...others];
    },
  },
  links: { indexNames: ['index'], bases: noOtherBases, doubt: fileDoubt, unwrap: unwrapDocFx, labels: collectUids },
  // Markdig's identifiers in GitHub style:
  // github.com/xoofx/markdig/blob/master/src/Markdig.Tests/Specs/AutoIdentifierSpecs.md
  anchors: {
    slugger: githubSlugger,
    separator: '-',
    honoursIds: true,
    exact: true,
    ignoresCase: false,
    plainHtml: true,
  },
  redirects: onlyOfHosts,
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  parts: { ...usualParts, includes: includeNotations.docfx },
  runs: onlyElements,
  // dotnet.github.io/docfx: docs/table-of-contents, docs/links-and-cross-references, docs/markdown
  advice:
    'DocFX. Navigation: `toc.yml` in each folder: entries of `name` and `href`, a file from its own folder; a page in none is built all the same. Links: relative file paths with `.md`, or `~/` from the folder of `docfx.json`; `xref:uid` leads to the page whose front matter has that `uid`, so keep it. Tabs are headings `# [Name](#tab/id)` that `***` ends; notes are `> [!NOTE]`; `[!INCLUDE [title](file.md)]` takes in another file. Redirects: `redirect_url` in the front matter of the old page.',
};

/**
 * Returns a doubt for an absolute path to a file that is not a page: someone else may publish such files on the same
 * host.
 */
function fileDoubt({ path }: { path: string }): string | undefined {
  const isPage = /\.html?$|\/$/.test(path);
  return path.startsWith('/') && !isPage ? "addresses from the top are the web server's" : undefined;
}
