import { basesAsFolder, usualIndexNames } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { docusaurusRedirects } from './redirects.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { usualParts } from '../../parts/rules.ts';
import type { LinkRules, SiteKind } from '../../site/kind.ts';
import { contentOf } from '../../site/site.ts';
import { docusaurusAddresses } from './addresses.ts';
import { readDocusaurus } from './read.ts';

export const docusaurus: SiteKind = {
  name: 'docusaurus',
  label: 'Docusaurus',
  detection: [{ file: /^docusaurus\.config\.[mc]?[jt]s$/, read: readDocusaurus }],
  dialect: 'mdx-tolerant',
  addresses: { fromFrontMatter: true, public: true, of: docusaurusAddresses },
  links: { indexNames: usualIndexNames, bases, fromAddress: true },
  anchors: {
    slugger: githubSlugger,
    separator: '-',
    honoursIds: true,
    // docusaurus.io/docs/markdown-features/toc: it links to headings and creates no ids.
    plainComponents: new Set(['TOCInline']),
    exact: true,
    ignoresCase: false,
  },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'usual' },
  redirects: docusaurusRedirects,
  parts: { ...usualParts, aliases: 'site', servesFiles: true },
  runs: {
    ...onlyElements,
    ownModules:
      /^@(?:theme|theme-original)\/(?:Tabs|TabItem|CodeBlock|Admonition|TOCInline|DocCardList|DocCard|Details|Heading|Mermaid|ThemedImage|CodeInline)$|^@docusaurus\/(?:Link|useBaseUrl|theme-common|Translate|BrowserOnly|Head)$/,
  },
  // docusaurus.io/docs: sidebar, create-doc, markdown-features/links, versioning, api/plugins/@docusaurus/plugin-client-redirects
  advice:
    'Docusaurus. Navigation: `sidebars.*` by document id (path without ending and number prefixes), or generated from folders: `sidebar_position` in front matter, `_category_.json`. Links to pages: relative file paths with `.md`/`.mdx`. A `slug` or `id` in front matter is the address: keep it. `versioned_docs` are past releases: leave them unless asked. In MDX, `{` and `<` in text need escaping. Redirects: `redirects: [{ from, to }]` of @docusaurus/plugin-client-redirects in `docusaurus.config.*`, only if that plugin is set up there.',
};

/**
 * Where else than in the page's folder a target may be: in its docs folder, then in the site's root, then in the page's
 * address read as a folder. The first two do not apply to paths that begin with a dot.
 */
function bases(link: Parameters<LinkRules['bases']>[0]): string[] {
  const { site, from, path } = link;
  const content = contentOf(site, from);
  const roots = content && !path.startsWith('.') ? [content.folder, site.root] : [];
  return [...roots, ...basesAsFolder(link)];
}
