import type { Span } from '../tree.ts';
import type { PageLink } from './page-facts.ts';

/**
 * Returns the targets of GitBook's blocks that show another page, `{% content-ref url="setup.md" %}`, except those in
 * code.
 */
export function blockLinks(text: string, code: Span[]): PageLink[] {
  if (!text.includes('content-ref')) return [];
  return [...text.matchAll(/\{%-?[ \t]*content-ref[ \t]+url="([^"\n]+)"[^%\n]*%\}/g)].flatMap((match): PageLink[] => {
    const [whole, target = ''] = match;
    const start = match.index;
    if (code.some((span) => start >= span.start && start < span.end)) return [];
    const at = start + whole.indexOf('"') + 1;
    const span = { start: at, end: at + target.length };
    const end = start + whole.length;
    return [{ start, end, span, target, kind: 'attribute', image: false, element: 'content-ref', attribute: 'url' }];
  });
}
