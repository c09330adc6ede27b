import { docsifySlugger } from '../../links/anchors/sluggers.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { onlyOfHosts } from '../../redirects/redirects.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { SiteKind } from '../../site/kind.ts';
import { addressesOfFolders } from '../../site/site.ts';
import { unwrapDocsify } from './links.ts';
import { readDocsify, readSidebar } from './read.ts';

export const docsify: SiteKind = {
  name: 'docsify',
  label: 'Docsify',
  detection: [
    { file: /^index\.html$/, read: readDocsify },
    { file: /^_sidebar\.md$/, read: readSidebar, onlyUnclaimed: true },
  ],
  dialect: 'markdown',
  addresses: { fromFrontMatter: false, public: true, of: addressesOfFolders },
  links: {
    indexNames: ['README'],
    // Images and includes are relative to the page, HTML elements to index.html.
    bases: ({ site, use }) => (use === 'attribute' ? [site.root] : []),
    unwrap: unwrapDocsify,
  },
  anchors: {
    slugger: docsifySlugger,
    separator: '-',
    honoursIds: true,
    exact: true,
    ignoresCase: true,
    plainHtml: true,
    inclusionsOf: ({ text }) => ({
      files: [],
      anchors: [],
      doubts: /\(https?:[^()\s]*\s+['"]:include/.test(text) ? ['the page includes text of other sites'] : [],
    }),
  },
  redirects: onlyOfHosts,
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'unread' },
  parts: { ...usualParts, includes: includeNotations.docsify },
  // docsify.js.org/#/embed-files: browsers fetch the embedded files.
  runs: { ...onlyElements, vue: 'reader', includes: 'reader' },
  madeForAgents: { index: false, twins: true },
  // docsify.js.org: more-pages, helpers, configuration
  advice:
    'Docsify. Navigation: `_sidebar.md` (and `_navbar.md`), lists of Markdown links; list each new page there. No front matter; the `#` heading is the title. Links: from the folder of `index.html`, whatever page they are on, unless it sets `relativePath: true`: `/guide/start.md`, with an anchor `/guide/start?id=first-step`; images: from the page. A `README.md` is the page of its folder; a heading may give its id: `## Title :id=name`. There are no redirects but `alias` in `index.html`.',
};
