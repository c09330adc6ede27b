import { visibleText } from '@copydesk/contract/invisible';
import MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { alignCells } from './aligned-cells.ts';
import { Html, html } from './html.ts';
import { markTexts } from './marked-text.ts';

/** Longer texts are shown without rendering. At this length the worst known input takes about 0.1 s. */
const longestText = 30_000;

/**
 * Renders Markdown that somebody else wrote as harmless markup: raw HTML is shown as text, links lead only to http,
 * https and mailto and are not followed by search engines, and an image becomes a link to itself, so that opening a
 * page contacts no third party.
 */
export function renderMarkdown(text: string): Html {
  if (text.length > longestText) return html`<pre>${text}</pre>`;
  return new Html(renderer.render(text));
}

const renderer = createRenderer();

function createRenderer(): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false });
  // Only whole addresses: `README.md` would be a link to somebody's domain in Moldova, and `setup.py` to one in Paraguay.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  markdown.core.ruler.before('text_join', 'breaks', leaveOutBreaks);
  markTexts(markdown);
  alignCells(markdown);
  markdown.validateLink = (address) => /^(https?:|mailto:|#)/i.test(address.trim());
  // Headings of the text rank below the page's own.
  markdown.renderer.rules.heading_open = (tokens, index) => `<${lowered(tokens[index]?.tag)}>`;
  markdown.renderer.rules.heading_close = (tokens, index) => `</${lowered(tokens[index]?.tag)}>\n`;
  markdown.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    const title = tokens[index]?.attrGet('title');
    if (title) tokens[index]?.attrSet('title', visibleText(title));
    tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
    return self.renderToken(tokens, index, options);
  };
  markdown.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const source = token?.attrGet('src') ?? '';
    return html`<a href="${source}" rel="noopener noreferrer nofollow">image: ${token?.content || source}</a>`.markup;
  };
  return markdown;
}

/**
 * Leaves out the zero-width spaces that keep code hosts from reading `@name` as a mention (`code-hosts/safe-text.ts`):
 * here, nothing is one. Several in a row are not ours, and are shown like all that is invisible.
 */
function leaveOutBreaks({ tokens }: StateCore): void {
  for (const { children } of tokens) {
    children?.forEach((token, index) => {
      const isAlone = !isBreak(children[index - 1]) && !isBreak(children[index + 1]);
      if (isBreak(token) && isAlone) token.content = '';
    });
  }
}

function isBreak(token: Token | undefined): boolean {
  return token?.type === 'text_special' && token.content === '\u200b';
}

function lowered(tag = 'h1'): string {
  return `h${Math.min(6, Number(tag.slice(1)) + 2)}`;
}
