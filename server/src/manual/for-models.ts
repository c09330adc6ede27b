import type { Manual } from './manual.ts';

/** Returns the docs as one list (https://llmstxt.org), with the address of each page's Markdown. */
export function llmsIndex({ contents, pages }: Manual, baseUrl: string): string {
  const groups = contents.groups.map(({ title, items }) => {
    const lines = items.map(({ slug }) => {
      const page = pages.get(slug);
      return `- [${page?.title ?? slug}](${markdownAddress(baseUrl, slug)}): ${page?.description ?? ''}`;
    });
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const optional = [
    `- [All pages in one file](${baseUrl}/docs/llms-full.txt)`,
    `- [The API as OpenAPI 3.1](${baseUrl}/openapi.json)`,
  ];
  return [
    `# ${contents.title}`,
    `> ${contents.description}`,
    'Every page is Markdown at its address with `.md`, and where `Accept` prefers `text/markdown`.',
    ...groups,
    `## Optional\n\n${optional.join('\n')}\n`,
  ].join('\n\n');
}

/** Returns all pages in one file, each with its address. */
export function llmsFull({ pages }: Manual, baseUrl: string): string {
  return [...pages.values()]
    .map(({ slug, markdown }) => `${markdown.trim()}\n\nSource: ${markdownAddress(baseUrl, slug)}\n`)
    .join('\n---\n\n');
}

/** Returns the address of a page's Markdown. */
export function markdownAddress(baseUrl: string, slug: string): string {
  return `${baseUrl}/docs/${slug === '' ? 'index' : slug}.md`;
}
