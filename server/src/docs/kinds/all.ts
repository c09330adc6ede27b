import type { SiteKind } from '../site/kind.ts';
import { docfx } from './docfx/docfx.ts';
import { docsify } from './docsify/docsify.ts';
import { docusaurus } from './docusaurus/docusaurus.ts';
import { fumadocs } from './fumadocs/fumadocs.ts';
import { gitbook } from './gitbook/gitbook.ts';
import { hugo } from './hugo/hugo.ts';
import { jekyll } from './jekyll/jekyll.ts';
import { mdbook } from './mdbook/mdbook.ts';
import { mintlify } from './mintlify/mintlify.ts';
import { mkdocs } from './mkdocs/mkdocs.ts';
import { nextra } from './nextra/nextra.ts';
import { sphinx } from './sphinx/sphinx.ts';
import { starlight } from './starlight/starlight.ts';
import { vitepress } from './vitepress/vitepress.ts';

/** All known kinds of sites, in the order in which detection tries them on a tree. */
export const allKinds: readonly SiteKind[] = [
  mintlify,
  docusaurus,
  vitepress,
  mkdocs,
  mdbook,
  starlight,
  nextra,
  fumadocs,
  hugo,
  jekyll,
  sphinx,
  docfx,
  docsify,
  gitbook,
];
