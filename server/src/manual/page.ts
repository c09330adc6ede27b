import { parse } from 'yaml';
import { z } from 'zod';

/** A page of the docs as it was written. */
export interface ManualPage {
  /** The path below `/docs`, without a leading slash; '' is the first page. */
  slug: string;
  title: string;
  /** One sentence, for search engines, lists and `llms.txt`. */
  description: string;
  /** Without its front matter. */
  markdown: string;
  /** The text for the search index, where that is less than the whole. */
  searched?: string;
}

const FrontMatter = z.object({ description: z.string().min(1) });

/**
 * Reads a page. Its title is its first heading.
 *
 * @param slug its file's path without `.md`, and '' for `index.md`.
 * @throws TypeError for a page without a title or description.
 */
export function readPage(slug: string, text: string): ManualPage {
  const [whole = '', yaml = ''] = /^---\n([\s\S]*?)\n---\n+/.exec(text) ?? [];
  const { data } = FrontMatter.safeParse(parse(yaml));
  const markdown = text.slice(whole.length);
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (data === undefined || title === undefined) throw new TypeError(`The page "${slug}" has no title or description`);
  return { slug, title: withoutBackticks(title), description: data.description, markdown };
}

/** `The model \`builtin\`` → `The model builtin`. */
function withoutBackticks(heading: string): string {
  return heading.replaceAll('`', '').trim();
}
