import { resolveTarget } from '../../links/resolve.ts';
import { summaryFormat } from '../../navigation/summary.ts';
import { readSummary } from '../../navigation/summary-lists.ts';
import { baseName, isWithin } from '../../text/paths.ts';
import type { NavigationFormat } from '../../site/kind.ts';
import { addressesAt, contentOf } from '../../site/site.ts';
import { respell } from '../../links/respell.ts';

/**
 * `_sidebar.md`, `_navbar.md` and `_coverpage.md`: lists of links, resolved like the links of pages.
 * docsify.js.org/#/more-pages
 */
export const sidebarFormat: NavigationFormat = {
  ...summaryFormat,
  read: ({ text, source }, find) => ({
    ...readSummary(text, find),
    complete: true,
    covers: (page) => baseName(source.path) === '_sidebar.md' && isWithin(page, source.folder),
  }),
  async finder({ index }, site, source) {
    return (value) => {
      const found = resolveTarget({ site, index, routes: undefined }, source.path, value, 'link');
      if (found.kind === 'found') return { path: found.path, sure: false };
      return found.kind === 'missing' ? { path: undefined, sure: true } : undefined;
    };
  },
  async names({ index }, { site, source, to, like }) {
    const content = contentOf(site, to);
    const leads = (target: string) => {
      const found = resolveTarget({ site, index, routes: undefined }, source.path, target, 'link');
      return found.kind === 'found' && found.path === to;
    };
    const routes = content ? addressesAt(content, to) : [];
    const spelled = respell({ site, from: source.path, raw: like.value, was: to, to, routes, leads });
    return spelled === undefined ? [] : [spelled.replace(/(?:\?id=|#(?!\/)).*$/, '')];
  },
};
