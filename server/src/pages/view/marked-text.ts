import type MarkdownIt from 'markdown-it';
import { html, pieceOfText } from './html.ts';

/**
 * Makes a renderer treat its texts and code like all other text of a page: escaped, and with invisible characters
 * marked.
 */
export function markTexts(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.text = (tokens, index) => pieceOfText(tokens[index]?.content ?? '').markup;
  rules.code_inline = (tokens, index) => html`<code>${pieceOfText(tokens[index]?.content ?? '')}</code>`.markup;
  rules.code_block = (tokens, index) =>
    html`<pre><code>${pieceOfText(tokens[index]?.content ?? '')}</code></pre>`.markup;
  rules.fence = (tokens, index) => html`<pre><code>${pieceOfText(tokens[index]?.content ?? '')}</code></pre>`.markup;
}
