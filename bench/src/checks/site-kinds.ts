import path from 'node:path';

/** How a generated site of one kind is written. */
export interface GeneratedKind {
  /** The name of the kind in the docs. */
  name: 'vitepress' | 'mkdocs' | 'mintlify';
  /** Returns the path of a page in the repository. */
  pagePath(page: number): string;
  /** Returns a link from one page to another, or to an anchor in it. */
  link(from: number, to: number, anchor: string): string;
  /** Returns a link to a page that does not exist. */
  deadLink(from: number, name: string): string;
  /** Returns a block that only this kind has. */
  block(text: string): string;
  /** Returns the configuration files, by path. */
  configuration(pages: number): Record<string, string>;
}

const pagesPerFolder = 50;

export const generatedKinds: readonly GeneratedKind[] = [
  {
    name: 'vitepress',
    pagePath: (page) => `docs/${place(page)}.md`,
    link: (from, to, anchor) => `${relative(from, place(to))}.md${anchor}`,
    deadLink: (_from, name) => `./${name}.md`,
    block: (text) => `::: tip\n${text}\n:::\n`,
    configuration: () => ({
      'docs/index.md': '---\ntitle: Start\n---\n\n# Start\n\nThe first page.\n',
      'docs/.vitepress/config.mjs': "export default { title: 'Bench' };\n",
    }),
  },
  {
    name: 'mkdocs',
    pagePath: (page) => `docs/${place(page)}.md`,
    link: (from, to, anchor) => `${relative(from, place(to))}.md${anchor}`,
    deadLink: (_from, name) => `${name}.md`,
    block: (text) => `!!! note "Mind this"\n    ${text}\n`,
    configuration: () => ({
      'docs/index.md': '---\ntitle: Start\n---\n\n# Start\n\nThe first page.\n',
      'mkdocs.yml': 'site_name: Bench\ntheme: readthedocs\nmarkdown_extensions:\n  - admonition\n  - tables\n',
    }),
  },
  {
    name: 'mintlify',
    pagePath: (page) => `${place(page)}.mdx`,
    link: (_from, to, anchor) => `/${place(to)}${anchor}`,
    deadLink: (from, name) => `/${path.posix.dirname(place(from))}/${name}`,
    block: (text) =>
      `<Note>\n  ${text}\n</Note>\n\n<CardGroup cols={2}>\n  <Card title="More" icon="book" href="/index">\n    ${text}\n  </Card>\n</CardGroup>\n`,
    configuration: (pages) => ({
      'index.mdx': '---\ntitle: Start\ndescription: The first page\n---\n\nThe first page.\n',
      'docs.json': JSON.stringify({
        $schema: 'https://mintlify.com/docs.json',
        name: 'Bench',
        theme: 'mint',
        colors: { primary: '#0a7d4f' },
        navigation: {
          groups: [{ group: 'All', pages: ['index', ...Array.from({ length: pages }, (_, n) => place(n))] }],
        },
      }),
    }),
  },
];

function place(page: number): string {
  return `section-${String(Math.floor(page / pagesPerFolder)).padStart(4, '0')}/page-${String(page).padStart(5, '0')}`;
}

function relative(from: number, to: string): string {
  const way = path.posix.relative(path.posix.dirname(place(from)), to);
  return way.startsWith('.') ? way : `./${way}`;
}
