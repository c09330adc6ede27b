import { visitLinesOutsideFences } from './fences.ts';

/**
 * Masks the tags of elements with `markdown="1"`: kramdown reads Markdown in them, where other parsers read HTML up to
 * the next empty line. Every offset stays the same: a tag alone on its line becomes blank, and a tag beside text is
 * replaced by `letter`. kramdown.gettalong.org/syntax.html#html-blocks
 */
export function openMarkdownInHtml(text: string, letter: string): string {
  if (!/<\w[^<>]*\smarkdown\s*=/.test(text)) return text;
  const open: { name: string; isMarkdown: boolean }[] = [];
  const masks: { start: number; end: number; by: string }[] = [];
  visitLinesOutsideFences(text, (start, end) => {
    const line = text.slice(start, end);
    for (const { index, 0: tag, 1: closing, 2: written = '', 3: attributes = '' } of line.matchAll(tags)) {
      const name = written.toLowerCase();
      const isMarkdown = closing === '' ? opens(name, attributes, line.slice(0, index)) : closes(name);
      if (!isMarkdown) continue;
      const by = line.trim() === tag ? ' ' : letter;
      masks.push({ start: start + index, end: start + index + tag.length, by });
    }
  });
  let done = 0;
  const pieces = masks.flatMap(({ start, end, by }) => {
    const before = text.slice(done, start);
    done = end;
    return [before, by.repeat(end - start)];
  });
  return pieces.join('') + text.slice(done);

  function opens(name: string, attributes: string, before: string): boolean {
    if (attributes.endsWith('/') || empty.has(name) || open.length >= mostDepth) return false;
    // An element within a line of text is no block: every parser reads its content as Markdown.
    const isMarkdown = before.trim() === '' && /\smarkdown\s*=\s*["']?(?:1|block|span)\b/.test(attributes);
    open.push({ name, isMarkdown });
    return isMarkdown;
  }

  function closes(name: string): boolean {
    const at = open.findLastIndex((one) => one.name === name);
    if (at === -1) return false;
    const isMarkdown = open[at]?.isMarkdown === true;
    open.splice(at);
    return isMarkdown;
  }
}

const tags = /<(\/?)([a-z][\w-]{0,30})((?:\s[^<>]{0,1000})?)>/gi;

const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Nobody writes elements nested more deeply than this. */
const mostDepth = 100;
