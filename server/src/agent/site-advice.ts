/**
 * What an editor has to know of each kind of site: where navigation and redirects are written, what front matter it
 * wants, how links are spelled. Facts from the generators' own documentation, named at each.
 */
const advice: Record<string, string> = {
  // mintlify.com/docs: settings and navigation, pages, create/redirects
  mintlify:
    'Mintlify. Navigation: `docs.json` (formerly `mint.json`), paths without ending. Pages are MDX with `title` and `description` in front matter, which makes the `#` heading. Links: from the root without ending, `/guides/setup`. Files in `snippets/` are parts of pages. Redirects: `redirects` in `docs.json`, `{"source": "/old", "destination": "/new"}`, without anchors or queries in the source.',
  // docusaurus.io/docs: sidebar, create-doc, markdown-features/links, versioning, api/plugins/@docusaurus/plugin-client-redirects
  docusaurus:
    'Docusaurus. Navigation: `sidebars.*` by document id (path without ending and number prefixes), or generated from folders: `sidebar_position` in front matter, `_category_.json`. Links to pages: relative file paths with `.md`/`.mdx`. A `slug` or `id` in front matter is the address: keep it. `versioned_docs` are past releases: leave them unless asked. In MDX, `{` and `<` in text need escaping. Redirects: `redirects: [{ from, to }]` of @docusaurus/plugin-client-redirects in `docusaurus.config.*`, only if that plugin is set up there.',
  // vitepress.dev: reference/default-theme-sidebar, guide/markdown, guide/routing (rewrites move pages; there are no redirects)
  vitepress:
    'VitePress. Navigation: `themeConfig.sidebar` and `nav` in `.vitepress/config.*`, by address without `.md`. Front matter is optional; follow the neighbours. Notes are `::: tip` containers; `{{ }}` in text is code. VitePress has no redirects (`rewrites` only give files other addresses): name old and new addresses at the end, for the host.',
  // mkdocs.org/user-guide: configuration, writing-your-docs; pypi.org/project/mkdocs-redirects
  mkdocs:
    'MkDocs. Navigation: `nav` in `mkdocs.yml`, by file path from the docs folder; without `nav`, every file is listed. Links: relative file paths with `.md`. Notes are `!!! note` with a body indented by four spaces, where the page uses them. Redirects: `redirects: redirect_maps:` under `plugins`, `old.md: new.md`, only if that plugin is set up there.',
  // rust-lang.github.io/mdBook: format/summary, format/configuration/renderers (output.html.redirect)
  mdbook:
    'mdBook. Navigation: `SUMMARY.md`; a chapter that is not listed is not built. No front matter; the `#` heading is the title. Links: relative file paths with `.md`. `{{#include}}` takes text from other files. Redirects: the table `[output.html.redirect]` in `book.toml`, `"/old.html" = "/new.html"`.',
  // gitbook.com/docs: git-sync/content-configuration
  gitbook:
    'GitBook. Navigation: `SUMMARY.md`, where each page is listed once; a `README.md` is the page of its folder. Front matter is optional, such as `description`. Links: relative file paths with `.md`. Blocks are written `{% hint style="info" %} … {% endhint %}`. Redirects: `redirects` in `.gitbook.yaml`, `old/address: new/page.md`, from its `root` and without a slash in front.',
  // starlight.astro.build: guides/sidebar, reference/frontmatter; docs.astro.build: reference/configuration-reference (redirects)
  starlight:
    "Starlight. Navigation: `sidebar` in `astro.config.*`, by slug, or generated from folders: `sidebar.order` and `sidebar.label` in front matter. Front matter needs `title`, which makes the `#` heading. Links: addresses from the root such as `/guides/setup/`, not files. Notes are `:::note` asides. Redirects: `redirects: { '/old': '/new' }` in `astro.config.*`.",
  plain:
    'No generator of docs sites was recognised: follow the neighbours in everything. Index pages and lists of pages are the navigation. Links: relative file paths. Redirects are not known here: name old and new addresses at the end.',
};

/** The advice for a kind of site; for a kind that is not known, that for plain folders. */
export function adviceFor(kind = 'plain'): string {
  return (Object.hasOwn(advice, kind) ? advice[kind] : undefined) ?? advice.plain ?? '';
}

/** The kinds of sites that there is advice for. */
export const advisedKinds = Object.keys(advice);
