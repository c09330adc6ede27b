import { decoded } from '../../text/decoded.ts';
import { baseName } from '../../text/paths.ts';
import type { Drafts } from '../drafts.ts';
import { openMentions, visitTexts } from '../mentions.ts';
import type { Mention } from '../plan.ts';
import { namesIn, tokens } from '../references.ts';
import type { TransferWork } from './links.ts';

/**
 * Finds mentions of the source page with an anchor that moved, such as `setup.html#proxy`. Links of pages are updated
 * elsewhere; mentions in other files, or of pages served from another place, are reported.
 */
export async function anchorMentions(
  { view, stretch, place, destination }: TransferWork,
  address: string | undefined,
  drafts: Drafts,
): Promise<{ mentions: Mention[]; more: number }> {
  const { path } = stretch;
  const names = new Set(namesIn({ path, address }));
  const mentions = openMentions(drafts);
  await visitTexts(view, (file, text) => {
    if (file === path || file === place.path || ![...names].some((name) => text.includes(name))) return;
    for (const match of text.matchAll(tokens)) {
      const [, named = '', anchor = ''] = /^([^#?]+)#([^#]+?)[.,:;]*$/.exec(match[0]) ?? [];
      if (anchor === '' || !names.has(nameOf(named)) || destination(path, decoded(anchor)).path === path) continue;
      const span = { start: match.index, end: match.index + match[0].length };
      if (!drafts.touches(file, span) && !hasAnotherTarget(file, match[0])) mentions.add(file, text, span);
    }
  });
  return mentions.collected();

  /**
   * Returns whether a mention means another page: pages of other versions and languages have the same names and
   * anchors.
   */
  function hasAnotherTarget(file: string, token: string): boolean {
    const found = view.resolveQuickly(file, token, 'link');
    return found.kind === 'found' && found.path !== path;
  }
}

/** Returns the last part of a path or address: `../setup.html` and `/docs/setup/` are both `setup`. */
function nameOf(place: string): string {
  return baseName(decoded(place).replace(/\/+$/, '')).replace(/\.(?:mdx?|markdown|html?)$/i, '');
}
