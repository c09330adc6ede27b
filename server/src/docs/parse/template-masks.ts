import { visitLinesOutsideFences } from './fences.ts';
import { openMarkdownInHtml } from './markdown-in-html.ts';
import { endOfJsonFrontMatter } from './other-front-matter.ts';

/**
 * Replaces each character of Hugo's shortcodes and of Liquid by a letter that has no meaning in Markdown. Thus `[a]({{<
 * ref "b" >}})` is a link and every offset stays the same. The content of code elements becomes blank, and so do tags
 * around Markdown.
 */
export function maskTemplates(text: string): string {
  const end = endOfJsonFrontMatter(text);
  const body = end === 0 ? text : text.slice(0, end).replace(/[^\n]/g, ' ') + text.slice(end);
  const opened = openMarkdownInHtml(body, letter);
  if (!/\{[{%]/.test(opened)) return opened;
  return withoutCode(opened).replace(templates, (template) => template.replace(/[^\r\n]/g, letter));
}

/** Returns a piece of the masked text without its templates. */
export function removeMasks(piece: string): string {
  return piece.includes(letter) ? piece.replaceAll(letter, '').trim() : piece;
}

/** A letter of the private use area: no rule of Markdown uses it, and no text contains it. */
const letter = '\ue000';

/** A template cannot contain its own end or the beginning of another, so each alternative is linear. */
const templates = /\{\{[<%](?:(?!\{\{)[\s\S]){0,2000}?[%>]\}\}|\{\{[^{}\n]*\}\}|\{%(?:(?!\{%)[\s\S]){0,2000}?%\}/g;

const codeElement =
  /\{\{[<%]-?\s*(highlight|code-toggle|comment|mermaid)\b[^{}]*[%>]\}\}|\{%-?\s*(highlight|comment)\b[^{}%]*%\}/g;

/** Blanks `{{< highlight >}}…{{< /highlight >}}` and `{% highlight %}…{% endhighlight %}` outside of fences. */
function withoutCode(text: string): string {
  if (!/\{(?:\{[<%]|%)-?\s*(?:highlight|code-toggle|comment|mermaid)\b/.test(text)) return text;
  const outside = new Set<number>();
  visitLinesOutsideFences(text, (start) => outside.add(start));
  const unclosed = new Set<string>();
  const pieces: string[] = [];
  let done = 0;
  for (const { index, 0: opening, 1: hugo, 2: liquid = '' } of text.matchAll(codeElement)) {
    const closing = hugo === undefined ? new RegExp(`\\{%-?\\s*end${liquid}\\s*-?%\\}`, 'g') : closingOf(hugo);
    const inFence = !outside.has(text.lastIndexOf('\n', index - 1) + 1);
    const alone = /\/\s*[%>]\}\}$/.test(opening);
    if (index < done || inFence || alone || unclosed.has(closing.source)) continue;
    closing.lastIndex = index + opening.length;
    const close = closing.exec(text);
    if (!close) {
      unclosed.add(closing.source);
      continue;
    }
    const end = close.index + close[0].length;
    pieces.push(text.slice(done, index), text.slice(index, end).replace(/[^\r\n]/g, ' '));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

function closingOf(shortcode: string): RegExp {
  return new RegExp(`\\{\\{[<%]\\s*/\\s*${shortcode}\\s*[%>]\\}\\}`, 'g');
}
