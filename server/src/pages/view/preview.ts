import MarkdownIt from 'markdown-it';
import { alignCells } from './aligned-cells.ts';
import { Html, html } from './html.ts';
import { markTexts } from './marked-text.ts';

/** Longer pages are not rendered. At this length the worst known input (`![` and nothing else) takes about 0.27 s. */
const longestText = 80_000;

/**
 * Renders a page of the docs roughly as readers see it, as harmless markup: HTML and components are shown as text,
 * links are plain words, and only images of the repository are shown.
 *
 * @param imageHref returns where an image of the repository is served; undefined for one that is elsewhere.
 * @param options `indented`: what indented text is: code, as in Markdown, or prose, as in MDX and in tabs. Default: code.
 */
export function renderPreview(
  text: string,
  imageHref: (source: string) => string | undefined,
  { indented = 'code' }: { indented?: 'code' | 'prose' } = {},
): Html {
  if (text.length > longestText) {
    return html`<p class="note">
      The page has more than ${longestText.toLocaleString('en')} characters: it is not shown rendered.
    </p>`;
  }
  const renderer = rendererFor(imageHref);
  if (indented === 'prose') renderer.disable('code');
  return new Html(renderer.render(withoutFrontMatter(text)));
}

function rendererFor(imageHref: (source: string) => string | undefined): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markTexts(markdown);
  alignCells(markdown);
  // Nothing in the text becomes an address except what `imageHref` returns.
  markdown.validateLink = () => true;
  markdown.renderer.rules.link_open = () => '<span class="link">';
  markdown.renderer.rules.link_close = () => '</span>';
  markdown.renderer.rules.heading_open = (tokens, index) => `<p class="heading ${tokens[index]?.tag ?? ''}">`;
  markdown.renderer.rules.heading_close = () => '</p>\n';
  markdown.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const source = token?.attrGet('src') ?? '';
    const words = token?.content ?? '';
    const href = imageHref(source);
    if (href === undefined) return html`<span class="chip">image: ${words || source}</span>`.markup;
    return html`<img src="${href}" alt="${words}" loading="lazy" />`.markup;
  };
  return markdown;
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^(---|\+\+\+)\r?\n[\s\S]*?\r?\n\1[ \t]*(?:\r?\n|$)/, '');
}
