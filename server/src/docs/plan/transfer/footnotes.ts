import { visitLinesOutsideFences } from '../../parse/fences.ts';
import type { PageFacts } from '../../parse/page-facts.ts';
import type { Definition, Named, Use } from './definition.ts';

/** Returns the footnotes of a page, `[^name]`, and their texts. */
export function footnotesIn(text: string, { code }: PageFacts): Named {
  if (!text.includes('[^')) return { definitions: [], uses: [] };
  const definitions = definitionsIn(text);
  const uses: Use[] = [];
  for (const match of text.matchAll(/\[\^([^\s[\]]{1,200})\]/g)) {
    const start = match.index;
    const name = { start: start + 2, end: start + match[0].length - 1 };
    if (definitions.some((one) => one.name.start === name.start)) continue;
    // The call of a footnote is itself a span of `code`, which must not exclude it.
    if (code.some((span) => span.start <= start && start < span.end && !text.startsWith('[^', span.start))) continue;
    uses.push({ start, key: `^${match[1] ?? ''}`, renamed: (other) => ({ ...name, text: other }) });
  }
  return { definitions, uses };
}

/** Returns footnotes with the indented lines below that belong to them. */
function definitionsIn(text: string): Definition[] {
  const found: Definition[] = [];
  let open: Definition | undefined;
  visitLinesOutsideFences(text, (start, end) => {
    const line = text.slice(start, end);
    const begins = /^\[\^([^\s[\]]{1,200})\]:/.exec(line);
    if (begins) {
      const name = { start: start + 2, end: start + begins[0].length - 2 };
      open = { start, end: start + line.trimEnd().length, key: `^${begins[1] ?? ''}`, name };
      found.push(open);
    } else if (open && /^(?: {2,}|\t)\S/.test(line)) open.end = start + line.trimEnd().length;
    else if (line.trim() !== '') open = undefined;
  });
  return found;
}
