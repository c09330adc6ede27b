import type { Report } from '@copydesk/contract';
import MarkdownIt from 'markdown-it';
import { reportMarkdown } from './markdown.ts';

/**
 * Returns a report as a fragment of HTML. It is made from the Markdown, in which text from outside is escaped: there is
 * no HTML in it, no image, and no link besides those to pull requests.
 */
export function reportHtml(project: string, report: Report): string {
  return markdown().render(reportMarkdown(project, report));
}

/** Escapes a text for HTML and XML. */
export function escapeHtml(text: string): string {
  return markdown().utils.escapeHtml(text);
}

let made: MarkdownIt | undefined;

/** Made once, at the first use: a feed has dozens of texts, and a parser compiles its rules. */
function markdown(): MarkdownIt {
  made ??= new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image');
  return made;
}
