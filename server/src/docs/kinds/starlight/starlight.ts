import { slug as slugOf } from 'github-slugger';
import { basesAsFolder, usualIndexNames } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { starlightRedirects } from './redirects.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { usualParts } from '../../parts/rules.ts';
import type { AddressedPage, SiteKind } from '../../site/kind.ts';
import { addressesAt } from '../../site/site.ts';
import { readStarlight } from './read.ts';

export const starlight: SiteKind = {
  name: 'starlight',
  label: 'Starlight',
  detection: [{ file: /^astro\.config\.[mc]?[jt]s$/, read: readStarlight }],
  dialect: 'markdown',
  addresses: { fromFrontMatter: true, public: true, of: addresses },
  links: { indexNames: usualIndexNames, bases: basesAsFolder },
  anchors: { slugger: githubSlugger, separator: '-', honoursIds: false, exact: true, ignoresCase: false },
  titles: { from: 'front-matter', description: true, frontMatter: 'required' },
  redirects: starlightRedirects,
  parts: { ...usualParts, fromTop: 'statics', servesFiles: true },
  runs: { ...onlyElements, serves: true, ownModules: /^@astrojs\/starlight\/components$|^astro:assets$/ },
  // starlight.astro.build: guides/sidebar, reference/frontmatter; docs.astro.build: reference/configuration-reference (redirects)
  advice:
    "Starlight. Navigation: `sidebar` in `astro.config.*`, by slug, or generated from folders: `sidebar.order` and `sidebar.label` in front matter. Front matter needs `title`, which makes the `#` heading. Links: addresses from the root such as `/guides/setup/`, not files. Notes are `:::note` asides. Redirects: `redirects: { '/old': '/new' }` in `astro.config.*`.",
};

/** Astro turns each segment into a slug; `slug` in front matter replaces the whole path. */
function addresses({ content, inner, frontMatter }: AddressedPage): string[] {
  if (frontMatter.slug !== undefined && frontMatter.slug !== '') return addressesAt(content, frontMatter.slug);
  const segments = inner.replace(/(?:^|\/)index$/, '').split('/');
  return addressesAt(content, segments.map((segment) => slugOf(segment)).join('/'));
}
