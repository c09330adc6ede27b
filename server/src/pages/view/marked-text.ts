import type MarkdownIt from 'markdown-it';
import { html, pieceOfText } from './html.ts';

/** Lets a renderer write its texts and code as all other text of a page: escaped, and with what cannot be seen marked. */
export function markTexts(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.text = (tokens, index) => pieceOfText(tokens[index]?.content ?? '').markup;
  rules.code_inline = (tokens, index) => html`<code>${pieceOfText(tokens[index]?.content ?? '')}</code>`.markup;
  rules.code_block = (tokens, index) =>
    html`<pre><code>${pieceOfText(tokens[index]?.content ?? '')}</code></pre>`.markup;
  rules.fence = (tokens, index) => html`<pre><code>${pieceOfText(tokens[index]?.content ?? '')}</code></pre>`.markup;
}
